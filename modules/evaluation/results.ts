// Reads the setup, runs and their results.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { notFound, Refusal } from "#kernel/errors/index.ts";
import { csvLine } from "#kernel/http/csv.ts";
import { jsonLines, type LinesPart } from "#kernel/http/json-lines.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { EvaluationRunId, SetQuestionId } from "#kernel/ids/index.ts";
import { missingVariables } from "#modules/ai";
import { guidanceText } from "#modules/assistant";
import { readQuestionsAmong } from "#modules/question-sets";
import { LINES_VERSION, MAX_QUESTIONS, type SetQuestion } from "#modules/question-sets/contract";
import type { EvaluationItem, EvaluationSetup, Group } from "./contract.ts";
import { noCeilings } from "./errors.ts";
import { citedTitles, readOf } from "./grading/grade.ts";
import { type Graded, readGraded, readItems, readRun, readRunGuidance, readRuns, type StoredItem } from "./queries.ts";
import { askedBy, offeredModels, shareOf } from "./rules.ts";
import { evaluationConfig } from "./variables.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const RUNS = 20;
const ITEMS = 30;

export function readSetup(ctx: Ctx): EvaluationSetup {
  const now = ctx.clock.now();
  const models = offeredModels(ctx.config, now, ctx.url.hostname);
  const obstacle = models.length > 0 ? undefined : obstacleOf(ctx);
  return {
    obstacle: obstacle?.message ?? null,
    missing: obstacle === undefined ? [] : missingVariables(obstacle),
    models,
    shareUsd: shareOf(ctx.config) / 1e6,
  };
}
/** Why nothing can be asked: no ceilings, or what the first model with a full name lacks. A name without its provider may still be asked. */
function obstacleOf(ctx: Ctx): Refusal | undefined {
  const [first] = evaluationConfig(ctx.config).ceilings.keys();
  if (first === undefined) return noCeilings();
  if (!first.includes("/")) return undefined;
  try {
    askedBy(ctx.config, first, ctx.clock.now(), ctx.url.hostname);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return undefined;
}

export async function listRuns(ctx: Ctx, cursor: string | undefined) {
  const [found] = await ctx.db.read(readRuns(ctx.caller.projectId, decodeCursor(cursor)?.id, RUNS + 1));
  const items = found.slice(0, RUNS);
  const last = items.at(-1);
  return { items, next: found.length > RUNS && last ? encodeCursor([0, last.id]) : null };
}

/** Those with the lowest share of passed questions first. */
function groupsBy(graded: readonly Graded[], valueOf: (one: Graded) => string): Group[] {
  const groups = new Map<string, Group>();
  for (const one of graded) {
    const value = valueOf(one);
    const { asked, passed } = groups.get(value) ?? { asked: 0, passed: 0 };
    groups.set(value, { value, asked: asked + 1, passed: passed + (one.passed ? 1 : 0) });
  }
  return [...groups.values()].sort((a, b) => a.passed / a.asked - b.passed / b.asked || (a.value < b.value ? -1 : 1));
}
export async function readOneRun(ctx: Ctx, id: EvaluationRunId) {
  const key = { projectId: ctx.caller.projectId, id };
  const [run, graded] = await ctx.db.read(readRun(key), readGraded(key));
  if (!run) throw notFound();
  return {
    run,
    byTopic: groupsBy(graded, ({ topic }) => topic),
    byLocale: groupsBy(graded, ({ locale }) => locale),
    byExpected: groupsBy(graded, ({ expected }) => expected),
  };
}

const ERASED: Omit<SetQuestion, "id"> = {
  ...{ question: "", topic: "", locale: "en", channel: "widget", asker: "everybody", outcome: "answer", facts: [], forbidden: [] },
  ...{ sources: [], origin: "hand", conversationId: null, erased: true },
};
/** The item with its question; an erased one stands for a question that is gone. */
export const withQuestion = ({ questionId, ...item }: StoredItem, questions: ReadonlyMap<string, SetQuestion>): EvaluationItem => ({
  ...item,
  question: questions.get(questionId) ?? { ...ERASED, id: questionId },
});
const idsOf = (items: readonly StoredItem[]): SetQuestionId[] => items.map(({ questionId }) => questionId);

export async function listItems(
  ctx: Ctx,
  id: EvaluationRunId,
  { state, cursor }: { state?: EvaluationItem["state"] | undefined; cursor?: string | undefined },
) {
  const key = { projectId: ctx.caller.projectId, id };
  const [run, found] = await ctx.db.read(readRun(key), readItems(key, state, decodeCursor(cursor)?.at ?? 0, ITEMS + 1));
  if (!run) throw notFound();
  const shown = found.slice(0, ITEMS);
  const [questions] = await ctx.db.read(readQuestionsAmong(key.projectId, idsOf(shown)));
  const last = shown.at(-1);
  return {
    items: shown.map((item) => withQuestion(item, questions)),
    next: found.length > ITEMS && last ? encodeCursor([last.place, last.questionId]) : null,
  };
}

const COLUMNS = ["question", "topic", "locale", "expected", "result", "outcome", "reason", "faults", "answer", "cost_usd", "milliseconds"];
const rowOf = ({ question, state, outcome, reason, faults, transcript, costUsd, took }: EvaluationItem): (string | number)[] => [
  ...[question.question, question.topic, question.locale, question.outcome, state, outcome ?? "", reason ?? ""],
  faults.map(({ fault, detail }) => `${fault}: ${detail}`).join("\n"),
  outcome === null ? "" : readOf({ outcome, transcript }),
  ...[costUsd, took],
];
export async function exportRun(ctx: Ctx, id: EvaluationRunId): Promise<Response> {
  const key = { projectId: ctx.caller.projectId, id };
  const [run, found] = await ctx.db.read(readRun(key), readItems(key, undefined, 0, MAX_QUESTIONS));
  if (!run) throw notFound();
  const [questions] = await ctx.db.read(readQuestionsAmong(key.projectId, idsOf(found)));
  const rows = found.map((item) => rowOf(withQuestion(item, questions)));
  return new Response(`\ufeff${[COLUMNS, ...rows].map(csvLine).join("")}`, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="results-${iso(ctx.clock.now()).slice(0, 10)}.csv"`,
    },
  });
}

/** The items of a run in parts, each made into values. */
async function linesOf(
  ctx: Ctx,
  id: EvaluationRunId,
  name: string,
  valuesOf: (item: EvaluationItem, system: string) => readonly unknown[],
) {
  const key = { projectId: ctx.caller.projectId, id };
  const [run, guidance, first] = await ctx.db.read(readRun(key), readRunGuidance(key), readItems(key, undefined, 0, ITEMS));
  if (!run) throw notFound();
  const system = [SYSTEM, guidance === undefined ? "" : guidanceText(guidance)].filter((text) => text !== "").join("\n\n");
  const partOf = async (found: readonly StoredItem[]): Promise<LinesPart<number>> => {
    const [questions] = await ctx.db.read(readQuestionsAmong(key.projectId, idsOf(found)));
    return {
      values: found.flatMap((item) => valuesOf(withQuestion(item, questions), system)),
      next: found.length < ITEMS ? undefined : found.at(-1)?.place,
    };
  };
  const read = async (after: number): Promise<LinesPart<number>> => {
    const [found] = await ctx.db.read(readItems(key, undefined, after, ITEMS));
    return await partOf(found);
  };
  return jsonLines(`${name}-${iso(ctx.clock.now()).slice(0, 10)}.jsonl`, await partOf(first), read);
}
/** What a fine-tuned model would be told; the guidance of the run follows. */
const SYSTEM = "You answer customers of a company from its own knowledge, in short and plain sentences.";
export const exportLines = (ctx: Ctx, id: EvaluationRunId): Promise<Response> =>
  linesOf(ctx, id, "results", ({ question, state, outcome, reason, faults, transcript, costUsd, took }) => [
    {
      ...{
        version: LINES_VERSION,
        question: question.question,
        topic: question.topic,
        locale: question.locale,
        expected: question.outcome,
      },
      ...{ result: state, outcome, reason, faults, answer: outcome === null ? "" : readOf({ outcome, transcript }) },
      ...{ sources: citedTitles({ outcome: outcome ?? "failed", transcript }), costUsd, milliseconds: took },
    },
  ]);
/** Only answers that passed; nothing of who was erased. */
export const exportFineTuning = (ctx: Ctx, id: EvaluationRunId): Promise<Response> =>
  linesOf(ctx, id, "fine-tuning", ({ question, state, outcome, transcript }, system) => {
    const answer = outcome === "answered" ? readOf({ outcome, transcript }) : "";
    if (state !== "passed" || question.erased || question.question === "" || answer === "") return [];
    const messages = [
      { role: "system", content: system },
      { role: "user", content: question.question },
      { role: "assistant", content: answer },
    ];
    return [{ messages }];
  });
