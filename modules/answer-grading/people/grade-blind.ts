// Blind gradings: two runs side by side. Which answer is of which run is decided and undone here; no reply says it before the grader has finished.
import { randomToken, type MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type BlindGradingId, type EvaluationRunId, newId, type SetQuestionId } from "#kernel/ids/index.ts";
import { readItemsAmong, readRun } from "#modules/evaluation";
import { readQuestionsAmong } from "#modules/question-sets";
import type { BlindGrading, BlindResults, Choice } from "../contract.ts";
import { isFinished, nothingInCommon, notFinished, otherSet, tooManyGraders } from "../errors.ts";
import {
  type HeldBlind,
  readBlind,
  readBlindBy,
  readBlinds,
  readComments,
  readCounts,
  readPairs,
  type StoredChoice,
  writeBlind,
  writeChoice,
  writeFinished,
} from "../store/people.ts";
import { isSwapped } from "./sides.ts";
import { shownOf } from "./shown.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const GRADINGS = 20;
const COMMENTS = 100;

/** Throws what the contract names. */
export async function startBlind(
  ctx: Ctx,
  { clientId, firstRunId, secondRunId }: { clientId: string; firstRunId: EvaluationRunId; secondRunId: EvaluationRunId },
): Promise<{ grading: BlindGrading }> {
  const { projectId, accountId } = ctx.caller;
  const [before, first, second] = await ctx.db.read(
    readBlindBy(projectId, accountId, clientId),
    readRun({ projectId, id: firstRunId }),
    readRun({ projectId, id: secondRunId }),
  );
  if (!first || !second) throw notFound();
  if (before) return { grading: before.grading };
  if (first.setId !== second.setId) throw otherSet();
  if (first.id === second.id) throw nothingInCommon();
  const now = ctx.clock.now();
  const grading = {
    ...{ id: newId("blindGrading", now), projectId, clientId, setId: first.setId, seed: randomToken() },
    ...{ firstRun: firstRunId, secondRun: secondRunId, by: accountId, now },
  };
  const [started] = await ctx.db.commitAndRead([writeBlind(grading)], readBlindBy(projectId, accountId, clientId));
  if (!started) throw nothingInCommon();
  return { grading: started.grading };
}
export async function listBlinds(ctx: Ctx, cursor: string | undefined) {
  const { projectId, accountId } = ctx.caller;
  const [found] = await ctx.db.read(readBlinds(projectId, accountId, decodeCursor(cursor)?.id, GRADINGS + 1));
  const items = found.slice(0, GRADINGS).map(({ grading }) => grading);
  const last = items.at(-1);
  return { items, next: found.length > GRADINGS && last ? encodeCursor([0, last.id]) : null };
}

async function held(ctx: Ctx, id: BlindGradingId): Promise<HeldBlind> {
  const { projectId, accountId } = ctx.caller;
  const [found] = await ctx.db.read(readBlind({ projectId, id }, accountId));
  if (!found) throw notFound();
  return found;
}
/** By the sides as they stand before the grader, and by the runs. */
const sideOf = (choice: StoredChoice, swapped: boolean): Choice => {
  if (choice === "same" || choice === "both_bad") return choice;
  return (choice === "first") === swapped ? "answer_2" : "answer_1";
};
const runOf = (choice: Choice, swapped: boolean): StoredChoice => {
  if (choice === "same" || choice === "both_bad") return choice;
  return (choice === "answer_1") === swapped ? "second" : "first";
};

export async function readOneBlind(ctx: Ctx, id: BlindGradingId) {
  const { projectId, accountId } = ctx.caller;
  const { grading, firstRun, secondRun, seed } = await held(ctx, id);
  const [found] = await ctx.db.read(readPairs({ projectId, firstRun, secondRun }, id, accountId));
  const pairs = await Promise.all(
    found.map(async ({ questionId, choice }) => ({
      questionId,
      choice: choice === null ? null : sideOf(choice, await isSwapped(seed, accountId, questionId)),
    })),
  );
  return { grading, pairs };
}
export async function readPair(ctx: Ctx, id: BlindGradingId, questionId: SetQuestionId) {
  const { projectId, accountId } = ctx.caller;
  const { firstRun, secondRun, seed } = await held(ctx, id);
  const [[pair]] = await ctx.db.read(readPairs({ projectId, firstRun, secondRun }, id, accountId, questionId));
  if (!pair) throw notFound();
  const [questions, [first], [second]] = await ctx.db.read(
    readQuestionsAmong(projectId, [questionId]),
    readItemsAmong({ projectId, id: firstRun }, [pair.place]),
    readItemsAmong({ projectId, id: secondRun }, [pair.place]),
  );
  const question = questions.get(questionId);
  if (!question || !first || !second) throw notFound();
  const swapped = await isSwapped(seed, accountId, questionId);
  const [one, two] = swapped ? [second, first] : [first, second];
  return {
    question: question.question,
    answers: [shownOf(one), shownOf(two)] as [ReturnType<typeof shownOf>, ReturnType<typeof shownOf>],
    choice: pair.choice === null ? null : sideOf(pair.choice, swapped),
    comment: pair.comment,
  };
}
export async function gradePair(
  ctx: Ctx,
  id: BlindGradingId,
  questionId: SetQuestionId,
  { choice, comment }: { readonly choice: Choice; readonly comment: string },
): Promise<{ ok: true }> {
  const { projectId, accountId } = ctx.caller;
  const blind = await held(ctx, id);
  const runs = { projectId, firstRun: blind.firstRun, secondRun: blind.secondRun };
  const [[pair]] = await ctx.db.read(readPairs(runs, id, accountId, questionId));
  if (!pair) throw notFound();
  if (blind.grading.finished) throw isFinished();
  const wanted = runOf(choice, await isSwapped(blind.seed, accountId, questionId));
  const [[after], now] = await ctx.db.commitAndRead(
    writeChoice(blind, projectId, accountId, pair.place, { choice: wanted, comment }, ctx.clock.now()),
    readPairs(runs, id, accountId, questionId),
    readBlind({ projectId, id }, accountId),
  );
  if (after?.choice === wanted) return { ok: true };
  throw now?.grading.finished ? isFinished() : tooManyGraders();
}
export async function finishBlind(ctx: Ctx, id: BlindGradingId): Promise<{ ok: true }> {
  const { projectId, accountId } = ctx.caller;
  await held(ctx, id);
  await ctx.db.commit([writeFinished({ projectId, id }, accountId, ctx.clock.now())]);
  return { ok: true };
}
export async function readResults(ctx: Ctx, id: BlindGradingId): Promise<BlindResults> {
  const { projectId } = ctx.caller;
  const { grading, firstRun, secondRun } = await held(ctx, id);
  if (!grading.finished) throw notFinished();
  const key = { projectId, id };
  const [graders, comments] = await ctx.db.read(readCounts(key), readComments(key, COMMENTS));
  return { firstRunId: firstRun, secondRunId: secondRun, graders, comments };
}
