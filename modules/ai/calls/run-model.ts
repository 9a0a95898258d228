// Calls a model: reserves, calls, and settles. Money is counted once, by the batch that ends the call; a call whose worker died is ended by the
// schedule (end-lost-calls.ts).
import type { generateText, GenerateTextResult, LanguageModelUsage, Output, streamText, ToolSet } from "ai";
import type { SQL } from "#kernel/db/index.ts";
import { days, seconds } from "#kernel/clock/index.ts";
import type { Config } from "#kernel/config/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import { fieldOf } from "#kernel/http/service-response.ts";
import { type ModelCallId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { type Counter, customCounter, limitRefusal, writeCounters, writeRefund } from "#kernel/limits/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import type { Purpose } from "../contract.ts";
import { aiUnavailable, ModelError } from "../errors.ts";
import { type Cost, costOf, guessTokens, type Tokens } from "../prices/price-of.ts";
import type { ModelChoice } from "../contract/providers.ts";
import { type Ended, isOpen, readStarted, type StartedCall, writeEnded, writeStarted, writeUnmade, writeUsage } from "../queries.ts";
import { dayOf, micros } from "../rules.ts";
import { type AiConfig, aiConfig, ceilingsOf } from "../variables.ts";
import { mustBeConfigured } from "./chosen-model.ts";
import { modelErrorOf } from "./model-error.ts";
import { openModel } from "./open-model.ts";

type RunCtx = Pick<Ctx, "db" | "config" | "clock" | "fetch">;
/** What the package `ai` takes, without what belongs to the call. */
export type Prompt = Omit<Parameters<typeof generateText>[0], "model" | "maxRetries" | "abortSignal" | "maxOutputTokens">;

export interface ModelRun {
  readonly projectId: ProjectId;
  readonly purpose: Purpose | "test" | "playground" | "research" | "image" | "outreach" | "evaluation";
  readonly choice: ModelChoice;
  readonly prompt: Prompt;
  readonly maxOutputTokens: number;
  /** Milliseconds after which the call is given up, with all attempts. */
  readonly timeout: number;
  /** Attempts while the provider is busy or down; three if it is left out. One: nothing is asked twice. */
  readonly attempts?: number;
  /** The ceiling that this call counts against besides spending. Given back if the call fails. */
  readonly counts?: "replies" | "contextRuns" | undefined;
  /** Further counters, which stay. */
  readonly limits?: readonly Counter[];
  /** Further statements of the batch that begins the call, for which `begun` holds if it does. */
  readonly alongside?: (call: ModelCallId, begun: SQL) => readonly SQL[];
  /** Gets the text as it is written, piece by piece. The call is streamed if it is given. A repeated attempt begins anew: `restart`. */
  readonly onText?: { push(piece: string): Promise<void> | void; restart(): void };
  /** Gives the call up when it is aborted. What was streamed until then is counted; without a stream the estimate, because nobody knows how much was written. */
  readonly signal?: AbortSignal;
}
type Result = Pick<GenerateTextResult<ToolSet, never, Output.Output>, "text" | "toolCalls" | "response">;
export interface ModelAnswer extends Cost {
  readonly id: ModelCallId;
  readonly result: Result;
  readonly tokens: { readonly input: number; readonly cached: number; readonly output: number };
  /** Milliseconds. */
  readonly took: number;
}

/** Attempts of one call, and the longest wait between two of them; a provider that asks for more is not called again. */
const ATTEMPTS = 3;
const LONGEST_WAIT = seconds(10);

/** The ceilings of the day that something counts against besides spending. */
export function ceilingCounters(config: Config, projectId: ProjectId, counts: ModelRun["counts"], now: number): Counter[] {
  const ceilings = ceilingsOf(config);
  if (counts === "replies")
    return [
      customCounter("repliesPerProject", projectId, now, days(1), ceilings.repliesPerProject),
      customCounter("repliesPerInstallation", "all", now, days(1), ceilings.repliesPerInstallation),
    ];
  return counts === "contextRuns" ? [customCounter("contextRunsPerProject", projectId, now, days(1), ceilings.contextRunsPerProject)] : [];
}

/**
 * Calls the model. Throws `not_configured`, `ai_unavailable` past a ceiling, the refusal of a full counter of `limits`, or a `ModelError`.
 */
export async function runModel(ctx: RunCtx, run: ModelRun): Promise<ModelAnswer> {
  const { ending, ...answer } = await callModel(ctx, run);
  await ctx.db.commit(ending);
  return answer;
}

/**
 * Calls the model, and leaves it to the caller to commit `ending`, which counts the cost: in the batch that stores what follows from the
 * answer. Without it the call counts as lost, at its estimate. Throws as `runModel` does; a failed call is settled here.
 */
export async function callModel(ctx: RunCtx, run: ModelRun, begun?: BegunCall): Promise<ModelAnswer & { readonly ending: readonly SQL[] }> {
  const ai = aiConfig(ctx.config);
  mustBeConfigured(ai, run.choice);
  const now = ctx.clock.now();
  const call = begun === undefined ? await begin(ctx, run) : { ...begun, estimate: estimateOf(ai, run, promptTokens(run), now) };
  const began = begun === undefined ? call.now : now;
  const late = AbortSignal.timeout(run.timeout);
  const signal = run.signal === undefined ? late : AbortSignal.any([late, run.signal]);
  // Steps with tools are calls of their own: those that ended are paid for, even if a later one fails.
  const steps: Step[] = [];
  let written = "";
  const { onText } = run;
  const heard: ModelRun = {
    ...run,
    ...(onText && {
      onText: {
        push(piece) {
          written += piece;
          return onText.push(piece);
        },
        restart: () => onText.restart(),
      },
    }),
  };
  try {
    const result = await attempt(ctx, ai, heard, signal, steps);
    const [tokens, took] = [tokensOf(steps, run), ctx.clock.now() - began];
    const cost = reportedCost(steps) ?? costOf(ai, run.choice, tokens, ctx.clock.now());
    const ended = { state: "done", ...tokens, ...cost, providerRequest: requestId(result.response), error: null } as const;
    return { id: call.id, result, tokens, took, ...cost, ending: endStatements(call, call.counters, ended, ctx.clock.now()) };
  } catch (error) {
    const found = await modelErrorOf(error, run.choice, ai, signal, ctx.clock.now());
    await ctx.db.commit(endStatements(call, call.counters, failureOf(ctx, ai, run, call, steps, found, written), ctx.clock.now()));
    throw found;
  }
}

type PricedBeginning = Pick<ModelRun, "projectId" | "purpose" | "choice" | "timeout" | "counts" | "limits" | "alongside">;
type Beginning = PricedBeginning & Pick<ModelRun, "maxOutputTokens">;
/** A call whose row is stored. */
export type BegunCall = StartedCall;
/** About what providers count for an image. */
export const TOKENS_OF_IMAGE = 1600;
function promptTokens({ prompt }: Pick<ModelRun, "prompt">): number {
  let images = 0;
  const text = JSON.stringify([prompt.messages, prompt.prompt, prompt.instructions], (key, value: unknown) => {
    if (key !== "data") return value;
    images += 1;
    return undefined;
  });
  return guessTokens([text]) + images * TOKENS_OF_IMAGE;
}
const estimateOf = (ai: AiConfig, { choice, maxOutputTokens }: Beginning, input: number, now: number): number =>
  costOf(ai, choice, { input, output: maxOutputTokens }, now).cost;

export interface CallBeginning {
  /** Statements that store the call, under every condition. */
  readonly writes: readonly SQL[];
  readonly started: ReturnType<typeof readStarted>;
  /** The call if it is stored. Throws why it is not, as `runModel` does. */
  begun(found: StartedResult): BegunCall;
  /** Statements that forget the call, if it turns out that there is nothing to ask. */
  readonly unmade: readonly SQL[];
}
type StartedResult = ReturnType<ReturnType<typeof readStarted>["parse"]>;
/** Begins a call in a batch of the caller's own, before its prompt is known: `mostInput` is the most tokens that it may have. */
export const beginCall = (ctx: RunCtx, run: Beginning, mostInput: number): CallBeginning =>
  beginPriced(ctx, run, estimateOf(aiConfig(ctx.config), run, mostInput, ctx.clock.now()));
/** The same with the most that the call may cost, in millionths of a US dollar. */
export function beginPriced(ctx: RunCtx, run: PricedBeginning, estimate: number): CallBeginning {
  mustBeConfigured(aiConfig(ctx.config), run.choice);
  const now = ctx.clock.now();
  const counters = ceilingCounters(ctx.config, run.projectId, run.counts, now);
  const call: StartedCall = {
    ...run.choice,
    id: newId("modelCall", now),
    projectId: run.projectId,
    purpose: run.purpose,
    now,
    deadline: now + run.timeout,
    estimate,
    counters,
  };
  const limits = [...counters, ...(run.limits ?? [])];
  const open = isOpen(call.projectId, call.id);
  return {
    writes: [
      writeStarted(call, limits, dayOf(now), micros(ceilingsOf(ctx.config).spendUsdPerProject)),
      ...(limits.length === 0 ? [] : [writeCounters(limits, open)]),
      ...(run.alongside?.(call.id, open) ?? []),
    ],
    started: readStarted(call, limits),
    begun({ started, live, full }) {
      if (started) return call;
      if (!live) throw notFound();
      const counter = full === null ? undefined : limits[full];
      throw counter === undefined || counters.includes(counter) ? aiUnavailable(now) : limitRefusal(counter, now);
    },
    unmade: [...(limits.length === 0 ? [] : [writeRefund(limits, open)]), writeUnmade(call.projectId, call.id)],
  };
}
async function begin(ctx: RunCtx, run: ModelRun): Promise<BegunCall> {
  const beginning = beginCall(ctx, run, promptTokens(run));
  const [found] = await ctx.db.commitAndRead(beginning.writes, beginning.started);
  return beginning.begun(found);
}

/** The statements that end a call and count its cost, once: nothing happens if it has ended already. */
export const endStatements = (
  { id, projectId, purpose, provider, model }: Pick<StartedCall, "id" | "projectId" | "purpose" | "provider" | "model">,
  counters: readonly Pick<Counter, "key" | "window" | "add">[],
  ended: Ended,
  now: number,
) => [
  writeUsage(
    [
      {
        projectId,
        purpose,
        provider,
        model,
        calls: 1,
        failed: ended.state === "done" ? 0 : 1,
        input: ended.input,
        output: ended.output,
        cost: ended.cost,
        estimated: ended.source === "dearest" || ended.source === "estimate" ? 1 : 0,
      },
    ],
    dayOf(now),
    isOpen(projectId, id),
  ),
  ...(ended.state === "done" || counters.length === 0 ? [] : [writeRefund(counters, isOpen(projectId, id))]),
  writeEnded(projectId, id, ended, now),
];

interface Step {
  readonly usage: LanguageModelUsage;
  readonly providerMetadata: unknown;
}
/** One attempt after another while the provider asks to come back soon. */
async function attempt(ctx: RunCtx, ai: AiConfig, run: ModelRun, signal: AbortSignal, steps: Step[]): Promise<ModelAnswer["result"]> {
  const { generateText, streamText } = await import("ai");
  const model = await openModel(ctx, ai, run.choice);
  for (let tried = 1; ; tried += 1) {
    try {
      const options = {
        ...run.prompt,
        model,
        maxOutputTokens: run.maxOutputTokens,
        maxRetries: 0,
        abortSignal: signal,
        // Providers that keep what they are asked do so only if it is not forbidden.
        providerOptions: { openai: { store: false }, xai: { store: false }, ...run.prompt.providerOptions },
        onStepFinish: async (step: Parameters<NonNullable<Prompt["onStepFinish"]>>[0]) => {
          steps.push(step);
          await run.prompt.onStepFinish?.(step);
        },
      } as unknown as Parameters<typeof generateText>[0];
      if (run.onText === undefined) return await generateText(options);
      run.onText.restart();
      return await streamed(streamText({ ...options, onError: () => undefined } as Parameters<typeof streamText>[0]), run.onText);
    } catch (error) {
      const found = await modelErrorOf(error, run.choice, ai, signal, ctx.clock.now());
      const wait = seconds(found instanceof ModelError ? (found.after ?? 2 ** (tried - 1)) : 0);
      const again = found instanceof ModelError && (found.kind === "busy" || found.kind === "down");
      if (!again || tried >= (run.attempts ?? ATTEMPTS) || wait > LONGEST_WAIT || steps.length > 0 || signal.aborted) throw found;
      await pause(wait, signal);
    }
  }
}
/** Hands the text on while it comes in. A broken stream is thrown, as a refused request is. */
async function streamed(stream: ReturnType<typeof streamText>, onText: NonNullable<ModelRun["onText"]>): Promise<Result> {
  for await (const part of stream.fullStream) {
    if (part.type === "error") throw part.error;
    if (part.type === "abort") throw new DOMException("aborted", "AbortError");
    if (part.type === "text-delta") await onText.push(part.text);
  }
  const [text, toolCalls, response] = await Promise.all([stream.text, stream.toolCalls, stream.response]);
  return { text, toolCalls, response } as Result;
}
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });

/** The tokens of all steps; estimated where the provider reports none. */
function tokensOf(steps: readonly Step[], run: ModelRun): Required<Tokens> {
  const sum = (of: (usage: LanguageModelUsage) => number | undefined): number =>
    steps.reduce((all, { usage }) => all + (of(usage) ?? 0), 0);
  const input = sum(({ inputTokens }) => inputTokens) || promptTokens(run);
  return {
    input,
    cached: sum(({ inputTokenDetails }) => inputTokenDetails.cacheReadTokens),
    written: sum(({ inputTokenDetails }) => inputTokenDetails.cacheWriteTokens),
    output: sum(({ outputTokens }) => outputTokens),
  };
}

/** The cost as the provider reports it: xAI in ten-billionths of a dollar, gateways with OpenAI's API in dollars. */
function reportedCost(steps: readonly Step[]): Cost | undefined {
  const costs = steps.map(({ usage, providerMetadata }) => {
    const ticks = fieldOf(providerMetadata, "xai", "costInUsdTicks");
    const dollars = typeof ticks === "number" ? ticks / 1e10 : fieldOf(usage.raw, "cost");
    return typeof dollars === "number" && dollars >= 0 ? dollars : undefined;
  });
  if (costs.length === 0 || costs.includes(undefined)) return undefined;
  return { cost: Math.ceil(micros(costs.reduce<number>((all, one) => all + (one ?? 0), 0)) - 1e-6), source: "provider" };
}

/** What a failed call counts: its finished steps; the estimate if the provider may have answered; nothing if it refused. */
function failureOf(
  ctx: RunCtx,
  ai: AiConfig,
  run: ModelRun,
  call: StartedCall,
  steps: readonly Step[],
  error: unknown,
  written: string,
): Ended {
  const kind = error instanceof ModelError ? error.kind : "unreadable";
  const failed = { state: "failed" as const, providerRequest: null, error: kind };
  if (kind === "stopped" && run.onText !== undefined) {
    // The step that was given up read all of the prompt, and wrote what came of it.
    const done = steps.length === 0 ? { input: 0, cached: 0, written: 0, output: 0 } : tokensOf(steps, run);
    const output = Math.max(done.output, guessTokens([written]));
    const tokens = { ...done, input: done.input + promptTokens(run), output };
    return { ...failed, ...tokens, cost: costOf(ai, run.choice, tokens, ctx.clock.now()).cost, source: "estimate" };
  }
  const mayHaveAnswered = kind === "late" || kind === "unreadable" || kind === "content" || kind === "stopped";
  if (mayHaveAnswered) return { ...failed, input: 0, cached: 0, output: 0, cost: call.estimate, source: "estimate" };
  if (steps.length === 0) return { ...failed, input: 0, cached: 0, output: 0, cost: 0, source: "list" };
  const tokens = tokensOf(steps, run);
  return { ...failed, ...tokens, ...(reportedCost(steps) ?? costOf(ai, run.choice, tokens, ctx.clock.now())) };
}

/** The id by which the provider's support finds the call. */
function requestId({ headers, id }: { headers?: Record<string, string> | undefined; id: string }): string | null {
  const text = headers?.["x-request-id"] ?? headers?.["request-id"] ?? id;
  return /^[\w.:-]{1,200}$/.test(text) ? text : null;
}
