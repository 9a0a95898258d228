// Asks the questions of a run, one round of the assistant for each. A call is noted before it is made: if nobody stored how it went, the question
// needs a review, because the model may have answered and charged. It is never asked twice by itself.
import { minutes } from "#kernel/clock/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import type { ModelCallId } from "#kernel/ids/index.ts";
import { handle } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import { beginCall, callModel, ModelError } from "#modules/ai";
import { callOf, mostTokens, runTrial, type Trial } from "#modules/assistant";
import { readQuestionsAmong } from "#modules/question-sets";
import type { SetQuestion } from "#modules/question-sets/contract";
import type { RunReason, Transcript } from "../contract.ts";
import { faultsOf } from "../grading/grade.ts";
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
} from "../queries.ts";
import { type Asked, askedBy, choiceIn, MODEL_TIME, PURPOSE, syntheticDraft } from "../rules.ts";
import { commitPaid, isStillMade } from "../paid-calls.ts";
import { evaluationJob, workOf } from "./job.ts";

/** After this long, and after so many statements, another invocation goes on. With one more question, shorter than the lease of the job. */
const MOST_TIME = minutes(2);
const MOST_STATEMENTS = 200;

export const evaluationHandler = handle(evaluationJob, async (ctx, { runId }, { projectId }): Promise<void | "again"> => {
  if (projectId === null) return;
  const key = { projectId, id: runId };
  const until = ctx.clock.now() + MOST_TIME;
  for (;;) {
    const [work, next] = await ctx.db.read(readWork(key), readNext(key));
    const now = ctx.clock.now();
    if (next?.asking) {
      if (await isStillMade(ctx, workOf(projectId, runId), next.asking)) return;
      // Also of a run that was paused or cancelled meanwhile: what may have been charged is counted.
      await ctx.db.commit(writeLost(key, next.place, next.asking.call, now));
    } else if (!work) return;
    else if (!next) return void (await ctx.db.commit([writeDone(key, now)]));
    else if (!(await askOne(ctx, work, next))) return;
    if (ctx.clock.now() >= until || ctx.db.cost.statements > MOST_STATEMENTS) return "again";
  }
});

/** The question was not asked, or not answered: the run stands, or somebody else has it. */
class Stopped extends Error {
  readonly pause: { readonly reason: RunReason; readonly detail: string | null } | undefined;
  constructor(pause?: Stopped["pause"]) {
    super("stopped");
    this.pause = pause;
  }
}
/** The model was asked, and it is known or not known what came of it. */
class Failed extends Error {
  readonly call: ModelCallId;
  readonly error: ModelError;
  constructor(call: ModelCallId, error: ModelError) {
    super(error.message);
    this.call = call;
    this.error = error;
  }
}

/** Whether the run goes on. */
async function askOne(ctx: Ctx, work: Work, { place, questionId }: Next): Promise<boolean> {
  const [questions] = await ctx.db.read(readQuestionsAmong(work.projectId, [questionId]));
  const question = questions.get(questionId);
  const store = (call: ModelCallId | null, result: Result, before: readonly SQL[] = [], after: readonly SQL[] = []): Promise<void> =>
    commitPaid(ctx, [...before, ...writeResult(work, place, call, result, ctx.clock.now()), ...after]);
  if (question === undefined || question.erased) {
    await store(null, { ...NOTHING, state: "erased" });
    return true;
  }
  const asker = new Asker(ctx, work, place);
  try {
    const asked = askedBy(ctx.config, work.model, ctx.clock.now());
    const trial = await runTrial(
      ctx,
      { ...question, projectId: work.projectId, verified: question.asker === "verified" },
      { choice: choiceIn(asked), guidance: work.guidance },
      (run, sources) => asker.ask(asked, question, run, sources),
    );
    const { call, cost, took, ending } = asker;
    const isTooDear = cost > work.most;
    // In the batch that counts it, so that no other question is asked at that price.
    const end = isTooDear ? [writeEnded(work, "failed", "price_ceiling", ctx.clock.now())] : [];
    await store(call, { ...gradedOf(question, trial), cost, took }, ending, end);
    return !isTooDear;
  } catch (error) {
    const now = ctx.clock.now();
    if (error instanceof Stopped) {
      if (error.pause) await ctx.db.commit([writePaused(work, error.pause.reason, error.pause.detail, now)]);
      return false;
    }
    if (error instanceof Failed) return await failed(ctx, work, place, error, store);
    if (!(error instanceof Refusal)) throw error;
    // The day's ceiling was reached by other calls meanwhile, or the configuration is wrong.
    const reason = error.code === "ai_unavailable" ? "ceiling_reached" : "not_configured";
    await ctx.db.commit([writePaused(work, reason, reason === "not_configured" ? error.message : null, now)]);
    return false;
  }
}

const NOTHING: Omit<Result, "state"> = { outcome: null, reason: null, faults: [], transcript: null, cost: 0, took: 0 };

/** A refusal of all calls stops the run with the question put back; one of this question is its result; anything else is not known. */
async function failed(
  ctx: Ctx,
  work: Work,
  place: number,
  { call, error }: Failed,
  store: (call: ModelCallId, result: Result) => Promise<void>,
): Promise<boolean> {
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
    case "input":
    case "content": {
      const cost = error.kind === "content" ? work.most : 0;
      const transcript = { sentences: [], asksBack: null, explanation: error.message, sources: [] };
      await store(call, { ...NOTHING, state: "failed", outcome: "failed", faults: [{ fault: "provider", detail: "" }], transcript, cost });
      return true;
    }
    default:
      await store(call, { ...NOTHING, state: "needs_review", reason: error.kind, cost: work.most });
      return true;
  }
}

/** Asks the model once, after the question was taken and the money for it was reserved in one batch. */
class Asker {
  call: ModelCallId | null = null;
  cost = 0;
  took = 0;
  /** Settles the call in the batch that stores the result. */
  ending: readonly SQL[] = [];
  readonly #ctx: Ctx;
  readonly #work: Work;
  readonly #place: number;
  constructor(ctx: Ctx, work: Work, place: number) {
    this.#ctx = ctx;
    this.#work = work;
    this.#place = place;
  }

  async ask(
    asked: Asked,
    { question }: SetQuestion,
    run: Parameters<Parameters<typeof runTrial>[3]>[0],
    sources: Parameters<Parameters<typeof runTrial>[3]>[1],
  ): ReturnType<Parameters<typeof runTrial>[3]> {
    if (asked.kind === "synthetic") return { text: syntheticDraft(sources), call: null };
    const [ctx, work, place] = [this.#ctx, this.#work, this.#place];
    const { choice } = asked;
    const most = mostTokens(choice, work.guidance, question);
    const now = ctx.clock.now();
    const base = { ...run, purpose: PURPOSE, timeout: MODEL_TIME, attempts: 1 } as const;
    let call: ModelCallId | undefined;
    const beginning = beginCall(
      ctx,
      {
        ...base,
        maxOutputTokens: most.output,
        alongside: (id, begun) => {
          call = id;
          return [writeAsking(work, place, id, ctx.config, now, begun)];
        },
      },
      most.input,
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
      await ctx.db.commit([...beginning.unmade, ...(state.withinBudget ? [] : [writeEnded(work, "failed", "budget_reached", now)])]);
      if (!state.withinBudget) throw new Stopped();
      // Paused or cancelled meanwhile, or asked by another attempt: nothing is asked here.
      throw new Stopped(state.withinShare ? undefined : { reason: "daily_share", detail: null });
    }
    this.call = id;
    try {
      const answer = await callModel(ctx, base, begun);
      this.cost = answer.cost;
      this.took = answer.took;
      this.ending = answer.ending;
      return { text: answer.result.text, call: callOf(choice, answer) };
    } catch (error) {
      throw error instanceof ModelError ? new Failed(id, error) : error;
    }
  }
}

/** What is kept of a trial, and whether it passed. */
function gradedOf(question: SetQuestion, { outcome, reason, answer }: Trial): Result {
  const transcript: Transcript | null = answer && {
    sentences: answer.sentences.map(({ text, citations, faults }) => ({ text, citations, faults })),
    ...{ asksBack: answer.asksBack, explanation: answer.explanation },
    sources: answer.sources.map(({ id, title, heading, url, text }) => ({ id, title, heading, url, text: text.slice(0, 1000) })),
  };
  const faults = faultsOf(question, { outcome, transcript });
  return { ...NOTHING, state: faults.length === 0 ? "passed" : "failed", outcome, reason, faults, transcript };
}
