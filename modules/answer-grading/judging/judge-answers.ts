// Judges the answers of a run, one call of the model for each. A call is noted before it is made: if nobody stored how it went, the answer needs a
// review, because the model may have judged and charged. It is never asked about twice by itself.
import { minutes } from "#kernel/clock/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import type { ModelCallId } from "#kernel/ids/index.ts";
import { handle } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { beginCall, callModel, ModelError } from "#modules/ai";
import { type Asked, askedBy, MODEL_TIME, PURPOSE, readItemsAmong, type StoredItem } from "#modules/evaluation";
import type { RunReason } from "#modules/evaluation/contract";
import { readQuestionsAmong } from "#modules/question-sets";
import { writeGraded } from "../store/graded.ts";
import {
  type Next,
  readAsking,
  readNext,
  readWork,
  type Result,
  type Work,
  writeAsking,
  writeDone,
  writeEnded,
  writeLost,
  writePaused,
  writeResult,
  writeWaiting,
} from "../store/judgings.ts";
import { judgingJob } from "./job.ts";
import { instructionsFor, JUDGEMENT_SCHEMA, MOST_OUTPUT, promptFor, readJudgement, syntheticJudgement } from "./prompt.ts";
import { MOST_INPUT } from "./rules.ts";

/** After this long, and after so many statements, another invocation goes on. With one more answer, shorter than the lease of the job. */
const MOST_TIME = minutes(2);
const MOST_STATEMENTS = 200;

export const judgingHandler = handle(judgingJob, async (ctx, { judgingId }, { projectId }): Promise<void | "again"> => {
  if (projectId === null) return;
  const key = { projectId, id: judgingId };
  const until = ctx.clock.now() + MOST_TIME;
  for (;;) {
    const [work, next] = await ctx.db.read(readWork(key), readNext(key));
    if (!work) return;
    if (!next) return void (await ctx.db.commit([writeDone(key, ctx.clock.now())]));
    if (next.asking) await ctx.db.commit(writeLost(work, next.place, ctx.clock.now()));
    else if (!(await judgeOne(ctx, work, next))) return;
    if (ctx.clock.now() >= until || ctx.db.cost.statements > MOST_STATEMENTS) return "again";
  }
});

/** Whether the judging goes on. */
async function judgeOne(ctx: Ctx, work: Work, { place, questionId }: Next): Promise<boolean> {
  const [questions, [item]] = await ctx.db.read(
    readQuestionsAmong(work.projectId, [questionId]),
    readItemsAmong({ projectId: work.projectId, id: work.runId }, [place]),
  );
  const question = questions.get(questionId);
  if (question === undefined || question.erased || item === undefined) {
    await store(ctx, work, place, null, { ...NOTHING, state: "erased" });
    return true;
  }
  try {
    const asked = askedBy(ctx.config, work.model, ctx.clock.now());
    if (asked.kind === "synthetic") {
      const { passed, scores } = syntheticJudgement(work.rubric, item.state === "passed");
      await store(ctx, work, place, null, { ...NOTHING, state: passed ? "passed" : "failed", scores });
      return true;
    }
    const prompt = promptFor(question, item, work.rubric);
    if (prompt !== undefined) return await askJudge(ctx, work, asked, place, prompt);
    await store(ctx, work, place, null, { ...NOTHING, state: "needs_review", reason: "too_long" });
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The day's ceiling was reached by other calls meanwhile, or the configuration is wrong.
    const reason: RunReason = error.code === "ai_unavailable" ? "ceiling_reached" : "not_configured";
    await ctx.db.commit([writePaused(work, reason, reason === "not_configured" ? error.message : null, ctx.clock.now())]);
    return false;
  }
}

const NOTHING: Omit<Result, "state"> = { reason: null, scores: [], cost: 0, took: 0 };
/** Stores what came of an answer, with its grades, and settles the call in the same batch. */
async function store(
  ctx: Ctx,
  work: Work,
  place: StoredItem["place"],
  call: ModelCallId | null,
  result: Result,
  ending: Awaited<ReturnType<typeof callModel>>["ending"] = [],
): Promise<void> {
  const now = ctx.clock.now();
  const graded = result.state === "passed" || result.state === "failed" ? [writeGraded(work.projectId, work.runId, place, now)] : [];
  await ctx.db.commit([...ending, ...writeResult(work, place, call, result, now), ...graded]);
}

/** Asks the model once, after the answer was taken and the money for it was reserved in one batch. Whether the judging goes on. */
async function askJudge(
  ctx: Ctx,
  work: Work,
  { choice }: Asked & { readonly kind: "model" },
  place: number,
  prompt: string,
): Promise<boolean> {
  const { jsonSchema, Output } = await import("ai");
  const now = ctx.clock.now();
  let call: ModelCallId | undefined;
  const base = {
    ...{ projectId: work.projectId, choice, timeout: MODEL_TIME, attempts: 1, maxOutputTokens: MOST_OUTPUT },
    purpose: PURPOSE,
    prompt: {
      instructions: instructionsFor(work.rubric),
      prompt,
      output: Output.object({ schema: jsonSchema(JUDGEMENT_SCHEMA), name: "judgement" }),
    },
  } as const;
  const beginning = beginCall(
    ctx,
    {
      ...base,
      alongside: (id, begun) => {
        call = id;
        return [writeAsking(work, place, id, ctx.config, now, begun)];
      },
    },
    MOST_INPUT,
  );
  const id = call ?? ("" as ModelCallId);
  const [started, state] = await ctx.db.commitAndRead(beginning.writes, beginning.started, readAsking(work, place, id, ctx.config, now));
  const begun = beginning.begun(started);
  if (!state.asking) {
    await ctx.db.commit(beginning.unmade);
    if (!state.withinBudget) await ctx.db.commit([writeEnded(work, "failed", "budget_reached", now)]);
    else if (!state.withinShare) await ctx.db.commit([writePaused(work, "daily_share", null, now)]);
    // Else paused or cancelled meanwhile, or asked about by another attempt: nothing is asked here.
    return false;
  }
  try {
    const { result, cost, took, ending } = await callModel(ctx, base, begun);
    const judged = readJudgement(result.text, work.rubric);
    await store(
      ctx,
      work,
      place,
      id,
      judged
        ? { ...NOTHING, state: judged.passed ? "passed" : "failed", scores: judged.scores, cost, took }
        : { ...NOTHING, state: "needs_review", reason: "malformed", cost, took },
      ending,
    );
    if (cost <= work.most) return true;
    await ctx.db.commit([writeEnded(work, "failed", "price_ceiling", ctx.clock.now())]);
    return false;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return await failed(ctx, work, place, id, error);
  }
}

/** A refusal of all calls stops the judging with the answer put back; one about this answer needs a review; anything else is not known. */
async function failed(ctx: Ctx, work: Work, place: number, call: ModelCallId, error: ModelError): Promise<boolean> {
  const now = ctx.clock.now();
  switch (error.kind) {
    case "key":
    case "quota":
    case "model":
    case "busy": {
      const reason = error.kind === "busy" ? "busy" : "model_failed";
      await ctx.db.commit([writeWaiting(work, place, call, now), writePaused(work, reason, error.message, now)]);
      return false;
    }
    default:
      await store(ctx, work, place, call, {
        ...{ ...NOTHING, state: "needs_review", reason: error.kind },
        cost: error.kind === "input" ? 0 : work.most,
      });
      return true;
  }
}
