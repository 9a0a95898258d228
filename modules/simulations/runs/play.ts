// Plays the scenarios of a run, message by message. A call is noted before it is made: if nobody stored how it went, the scenario needs a review,
// because the model may have answered and charged. No call is made twice by itself.
import { minutes } from "#kernel/clock/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import type { ModelCallId } from "#kernel/ids/index.ts";
import { handle } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { beginCall, callModel, type ModelAnswer, ModelError, type ModelRun } from "#modules/ai";
import { callOf, mostTokens, readInTrial, runTrial, type SaidBefore, type Trial } from "#modules/assistant";
import { askedBy, choiceIn, commitPaid, isStillMade, MODEL_TIME, PURPOSE, syntheticDraft } from "#modules/evaluation";
import type { RunReason } from "#modules/evaluation/contract";
import { MAX_QUESTION } from "#modules/retrieval/contract";
import type { Ending, SimulatedTurn } from "../contract.ts";
import {
  claimed,
  customerInstructions,
  customerPrompt,
  isPassed,
  missingIn,
  MOST_CUSTOMER,
  type Move,
  MOVE_SCHEMA,
  moveIn,
  syntheticMove,
} from "../customer.ts";
import {
  type Next,
  readAsking,
  readNext,
  readWork,
  type Result,
  type RunKey,
  type Work,
  writeAsking,
  writeDone,
  writeEnded,
  writeLost,
  writePaused,
  writeResult,
  writeWaiting,
} from "../queries.ts";
import { simulationJob, workOf } from "./job.ts";

/** After this long, and after so many statements, another invocation goes on. With one more message, shorter than the lease of the job. */
const MOST_TIME = minutes(2);
const MOST_STATEMENTS = 200;

export const simulationHandler = handle(simulationJob, async (ctx, { runId }, { projectId }): Promise<void | "again"> => {
  if (projectId === null) return;
  const key = { projectId, id: runId };
  const until = ctx.clock.now() + MOST_TIME;
  for (;;) {
    const [work, next] = await ctx.db.read(readWork(key), readNext(key));
    const now = ctx.clock.now();
    if (next?.asking) {
      if (await isStillMade(ctx, workOf(projectId, runId), next.asking)) return;
      // Also of a run that was paused or cancelled meanwhile: what may have been charged is counted.
      await ctx.db.commit(writeLost(stepOf(key, next), next.asking.call, now));
    } else if (!work) return;
    else if (!next) return void (await ctx.db.commit([writeDone(key, now)]));
    else if (!(await playOne(ctx, work, next))) return;
    if (ctx.clock.now() >= until || ctx.db.cost.statements > MOST_STATEMENTS) return "again";
  }
});

const isAnswerDue = ({ turns }: Pick<Next, "turns">): boolean => turns.at(-1)?.by === "customer";
const stepOf = (work: RunKey, next: Next) => ({
  ...{ work, place: next.place, turns: next.turns.length, most: isAnswerDue(next) ? next.mostAnswer : next.mostCustomer },
});

/** The message was not asked for: the run stands, or somebody else has it. */
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

/** Writes the next message of a conversation. Whether the run goes on. */
async function playOne(ctx: Ctx, work: Work, next: Next): Promise<boolean> {
  const caller = new Caller(ctx, work, next);
  const store = (call: ModelCallId | null, result: Result, before: readonly SQL[] = [], after: readonly SQL[] = []): Promise<void> =>
    commitPaid(ctx, [...before, ...writeResult(caller.step, call, result, ctx.clock.now()), ...after]);
  try {
    const came = isAnswerDue(next) ? await answer(ctx, work, next, caller) : await customerSays(ctx, work, next, caller);
    const { id, cost, took, ending } = caller;
    const isTooDear = cost > caller.step.most;
    // In the batch that counts it, so that no other message is asked for at that price.
    await store(id, { ...came, cost, took }, ending, isTooDear ? writeEnded(work, "failed", "price_ceiling", ctx.clock.now()) : []);
    return !isTooDear;
  } catch (error) {
    const now = ctx.clock.now();
    if (error instanceof Stopped) {
      if (error.pause) await ctx.db.commit([writePaused(work, error.pause.reason, error.pause.detail, now)]);
      return false;
    }
    if (error instanceof Failed) return await failed(ctx, work, next, caller, error, store);
    if (!(error instanceof Refusal)) throw error;
    // The day's ceiling was reached by other calls meanwhile, or the configuration is wrong.
    const reason = error.code === "ai_unavailable" ? "ceiling_reached" : "not_configured";
    await ctx.db.commit([writePaused(work, reason, reason === "not_configured" ? error.message : null, now)]);
    return false;
  }
}

type Came = Pick<Result, "state" | "ending" | "missing" | "turns">;
/** The conversation goes on, or ends. */
const goesOn = (turns: readonly SimulatedTurn[]): Came => ({ state: "waiting", ending: null, missing: [], turns });
const endsBy = ({ scenario }: Next, turns: readonly SimulatedTurn[], ending: Ending): Came => ({
  ...{ state: isPassed(scenario, ending) ? "passed" : "failed", ending, turns },
  missing: scenario.expected === "answer" ? missingIn(scenario, turns) : [],
});

/** A refusal of all calls stops the run with the message put back; one of this message ends the conversation; anything else is not known. */
async function failed(
  ctx: Ctx,
  work: Work,
  next: Next,
  { step }: Caller,
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
      await commitPaid(ctx, [writeWaiting(step, call, now), writePaused(work, reason, error.message, now)]);
      return false;
    }
    case "input":
    case "content":
      await store(call, { ...endsBy(next, next.turns, "provider"), cost: error.kind === "content" ? step.most : 0, took: 0 });
      return true;
    default:
      await store(call, { ...goesOn(next.turns), state: "needs_review", cost: step.most, took: 0 });
      return true;
  }
}

const customerTurn = (text: string): SimulatedTurn => ({ by: "customer", text, outcome: null, reason: null, cites: [], refused: [] });
async function customerSays(ctx: Ctx, work: Work, next: Next, caller: Caller): Promise<Came> {
  const { scenario, turns } = next;
  const asked = askedBy(ctx.config, work.customerModel, ctx.clock.now());
  let move: Move | undefined;
  if (asked.kind === "synthetic") move = syntheticMove(scenario, turns);
  else {
    const { jsonSchema, Output } = await import("ai");
    const prompt = {
      instructions: customerInstructions(scenario.locale),
      prompt: customerPrompt(scenario, turns),
      output: Output.object({ schema: jsonSchema(MOVE_SCHEMA), name: "message" }),
    };
    const said = await caller.call({ choice: asked.choice, prompt }, MOST_CUSTOMER);
    move = moveIn(said.result.text);
  }
  if (move === undefined) return { ...goesOn(turns), state: "needs_review", ending: "unreadable" };
  if (move.kind === "solved") return endsBy(next, turns, claimed(scenario, turns));
  if (move.kind === "give_up") return endsBy(next, turns, "gave_up");
  // After the last answer the customer may only say that it is solved.
  if (turns.filter(({ by }) => by === "assistant").length >= scenario.maxTurns) return endsBy(next, turns, "max_turns");
  return goesOn([...turns, customerTurn(move.text)]);
}

async function answer(ctx: Ctx, work: Work, next: Next, caller: Caller): Promise<Came> {
  const { scenario, turns } = next;
  const asked = askedBy(ctx.config, work.model, ctx.clock.now());
  const choice = choiceIn(asked);
  const before = turns.slice(0, -1).map(({ by, text, outcome }): SaidBefore => ({
    ...{ role: by === "customer" ? "visitor" : "assistant", text, proved: outcome === "answered" },
  }));
  const trial = await runTrial(
    ctx,
    { projectId: work.projectId, question: turns.at(-1)?.text ?? "", locale: scenario.locale, channel: scenario.channel, verified: true },
    { choice, guidance: work.guidance },
    async (run, sources) => {
      if (asked.kind === "synthetic") return { text: syntheticDraft(sources), call: null };
      const said = await caller.call(run, mostTokens(choice, work.guidance, "x".repeat(MAX_QUESTION), true));
      return { text: said.result.text, call: callOf(choice, said) };
    },
    before,
  );
  // Thanks after an answer: the customer says that it is solved.
  if (trial.outcome === "skipped" && (trial.reason === "confirmed" || trial.reason === "nothing_asked"))
    return endsBy(next, turns, claimed(scenario, turns));
  const all = [...turns, turnOf(trial, scenario)];
  if (trial.outcome === "handed_over") return endsBy(next, all, "handed_over");
  if (trial.outcome === "declined") return endsBy(next, all, "declined");
  if (trial.outcome === "skipped") return endsBy(next, all, "left");
  if (trial.outcome === "failed") return endsBy(next, all, "provider");
  return goesOn(all);
}
/** What is kept of a round: what the customer read, what it cites, and what the checker did not let through. */
function turnOf(trial: Trial, { locale, channel }: Next["scenario"]): SimulatedTurn {
  const { outcome, reason, answer: said } = trial;
  const cited = new Set(said?.sentences.flatMap(({ citations }) => citations.map(({ source }) => source)));
  return {
    ...{ by: "assistant", text: readInTrial(trial, locale, channel), outcome, reason },
    cites: outcome === "answered" ? [...new Set(said?.sources.filter(({ id }) => cited.has(id)).map(({ title }) => title))] : [],
    refused:
      outcome === "answered"
        ? []
        : (said?.sentences ?? []).filter(({ faults }) => faults.length > 0).map(({ text, faults }) => ({ text, faults })),
  };
}

/** Makes one call, after the message was taken and the money for it was reserved in one batch. */
class Caller {
  /** The call that was made. */
  id: ModelCallId | null = null;
  cost = 0;
  took = 0;
  /** Settles the call in the batch that stores the result. */
  ending: readonly SQL[] = [];
  readonly step: ReturnType<typeof stepOf>;
  readonly #ctx: Ctx;
  constructor(ctx: Ctx, work: Work, next: Next) {
    this.#ctx = ctx;
    this.step = stepOf(work, next);
  }

  async call(run: Pick<ModelRun, "choice" | "prompt">, most: { readonly input: number; readonly output: number }): Promise<ModelAnswer> {
    const [ctx, step] = [this.#ctx, this.step];
    const { work } = step;
    const now = ctx.clock.now();
    const base = {
      ...{ projectId: work.projectId, choice: run.choice, prompt: run.prompt, maxOutputTokens: most.output },
      ...{ purpose: PURPOSE, timeout: MODEL_TIME, attempts: 1 },
    };
    let id = "" as ModelCallId;
    const alongside = (call: ModelCallId, begun: SQL): SQL[] => {
      id = call;
      return [writeAsking(step, call, ctx.config, now, begun)];
    };
    const beginning = beginCall(ctx, { ...base, alongside }, most.input);
    const [started, state] = await ctx.db
      .commitAndRead(beginning.writes, beginning.started, readAsking(step, id, ctx.config, now))
      .catch(async (error: unknown) => {
        // Whether it was taken is not known, but nothing was asked yet.
        await ctx.db.commit([writeWaiting(step, id, now), ...beginning.unmade]);
        throw error;
      });
    const begun = beginning.begun(started);
    if (!state.asking) {
      await ctx.db.commit([...beginning.unmade, ...(state.withinBudget ? [] : writeEnded(work, "failed", "budget_reached", now))]);
      if (!state.withinBudget) throw new Stopped();
      // Paused or cancelled meanwhile, or taken by another attempt: nothing is asked here.
      throw new Stopped(state.withinShare ? undefined : { reason: "daily_share", detail: null });
    }
    this.id = id;
    try {
      const said = await callModel(ctx, base, begun);
      this.cost = said.cost;
      this.took = said.took;
      this.ending = said.ending;
      return said;
    } catch (error) {
      throw error instanceof ModelError ? new Failed(id, error) : error;
    }
  }
}
