// Judges the answers of a run, one call of the model for each. A call is noted before it is made: if nobody stored how it went, the answer needs a
// review, because the model may have judged and charged. It is never asked about twice by itself.
import { minutes } from "#kernel/clock/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import type { ModelCallId } from "#kernel/ids/index.ts";
import { handle } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { beginCall, callModel, ModelError } from "#modules/ai";
import { type Asked, askedBy, commitPaid, isStillMade, MODEL_TIME, PURPOSE, readItemsAmong, type StoredItem } from "#modules/evaluation";
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
import { judgingJob, workOf } from "./job.ts";
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
    const now = ctx.clock.now();
    if (next?.asking) {
      if (await isStillMade(ctx, workOf(projectId, judgingId), next.asking)) return;
      // Also of a judging that was paused or cancelled meanwhile: what may have been charged is counted.
      await ctx.db.commit(writeLost(key, next.place, next.asking.call, now));
    } else if (!work) return;
    else if (!next) return void (await ctx.db.commit([writeDone(key, now)]));
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
  before: readonly SQL[] = [],
  after: readonly SQL[] = [],
): Promise<void> {
  const now = ctx.clock.now();
  const graded = result.state === "passed" || result.state === "failed" ? [writeGraded(work.projectId, work.runId, place, now)] : [];
  await commitPaid(ctx, [...before, ...writeResult(work, place, call, result, now), ...graded, ...after]);
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
  const [started, state] = await ctx.db
    .commitAndRead(beginning.writes, beginning.started, readAsking(work, place, id, ctx.config, now))
    .catch(async (error: unknown) => {
      // Whether it was taken is not known, but nothing was asked yet.
      await ctx.db.commit([writeWaiting(work, place, id, now), ...beginning.unmade]);
      throw error;
    });
  const begun = beginning.begun(started);
  if (!state.asking) {
    // Within both: paused or cancelled meanwhile, or asked about by another attempt. Nothing is asked here.
    const stop = !state.withinBudget
      ? [writeEnded(work, "failed", "budget_reached", now)]
      : !state.withinShare
        ? [writePaused(work, "daily_share", null, now)]
        : [];
    await ctx.db.commit([...beginning.unmade, ...stop]);
    return false;
  }
  try {
    const { result, cost, took, ending } = await callModel(ctx, base, begun);
    const judged = readJudgement(result.text, work.rubric);
    const isTooDear = cost > work.most;
    await store(
      ctx,
      work,
      place,
      id,
      judged
        ? { ...NOTHING, state: judged.passed ? "passed" : "failed", scores: judged.scores, cost, took }
        : { ...NOTHING, state: "needs_review", reason: "malformed", cost, took },
      ending,
      // In the batch that counts it, so that no other answer is judged at that price.
      isTooDear ? [writeEnded(work, "failed", "price_ceiling", ctx.clock.now())] : [],
    );
    return !isTooDear;
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
      await commitPaid(ctx, [writeWaiting(work, place, call, now), writePaused(work, reason, error.message, now)]);
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
