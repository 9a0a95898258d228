// Asks a model for one image, or for a changed one: reserved, called and settled like every call of a model. It is never repeated here: an image is
// dear, and nobody knows after a broken connection whether it was made and charged.
import type { ImageModel } from "ai";
import type { SQL } from "#kernel/db/index.ts";
import { fieldOf } from "#kernel/http/service-response.ts";
import type { ModelCallId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import type { ModelChoice } from "../contract/providers.ts";
import { ModelError } from "../errors.ts";
import { type ImageTokens, type ImageWish, imageCostOf, mostImageTokens } from "../prices/image-price.ts";
import { type Cost, guessTokens } from "../prices/price-of.ts";
import type { Ended } from "../queries.ts";
import { type AiConfig, aiConfig } from "../variables.ts";
import { modelErrorOf } from "./model-error.ts";
import { openImageModel } from "./open-model.ts";
import { beginPriced, type BegunCall, type CallBeginning, endStatements } from "./run-model.ts";

type RunCtx = Pick<Ctx, "db" | "config" | "clock" | "fetch">;

/** The providers whose images are understood: OpenAI, and servers that speak its API. */
export const makesImages = ({ provider }: Pick<ModelChoice, "provider">): boolean => provider === "openai" || provider === "own";

export interface ImageRun extends Omit<ImageWish, "edits"> {
  readonly projectId: ProjectId;
  readonly choice: ModelChoice;
  readonly prompt: string;
  /** The image to change; undefined for a new one. */
  readonly edited?: Uint8Array | undefined;
  /** Milliseconds after which the call is given up. */
  readonly timeout: number;
  /** Further statements of the batch that begins the call, for which `begun` holds if it does. */
  readonly alongside?: (call: ModelCallId, begun: SQL) => readonly SQL[];
}
export interface ImageAnswer extends Cost {
  readonly bytes: Uint8Array;
  /** Counts the cost. To be committed with what the image is stored by. */
  readonly ending: readonly SQL[];
}

const wishOf = ({ size, quality, edited }: ImageRun): ImageWish => ({ size, quality, edits: edited !== undefined });
/** What one image costs at most, in millionths of a US dollar. `words`: characters of its prompt at most. */
export const imageEstimate = (ai: AiConfig, choice: ModelChoice, wish: ImageWish, characters: number): number =>
  imageCostOf(ai, choice, mostImageTokens(wish, characters)).cost;

/** Begins the call in a batch of the caller's own. A letter of the prompt counts as a token at most. */
export const beginImage = (ctx: RunCtx, run: ImageRun): CallBeginning =>
  beginPriced(ctx, { ...run, purpose: "image" }, imageEstimate(aiConfig(ctx.config), run.choice, wishOf(run), run.prompt.length));

/** Calls the model, once. Throws a `ModelError`, whose call is settled here. */
export async function callForImage(ctx: RunCtx, run: ImageRun, call: BegunCall): Promise<ImageAnswer> {
  const ai = aiConfig(ctx.config);
  const signal = AbortSignal.timeout(run.timeout);
  const end = (ended: Ended): readonly SQL[] => endStatements(call, call.counters, ended, ctx.clock.now());
  try {
    const { bytes, tokens, request } = await ask(ctx, ai, run, signal);
    // A server that reports no tokens is counted at the most that it may have used.
    const cost = imageCostOf(ai, run.choice, tokens ?? mostImageTokens(wishOf(run), guessTokens([run.prompt])));
    const counted = tokens ?? { words: 0, pixels: 0, output: 0 };
    const ended: Ended = {
      ...{ state: "done", input: counted.words + counted.pixels, cached: 0, output: counted.output, cost: cost.cost },
      ...{ source: tokens === undefined && cost.cost > 0 ? "estimate" : cost.source, providerRequest: request, error: null },
    };
    return { bytes, ...cost, ending: end(ended) };
  } catch (error) {
    const found = await modelErrorOf(error, run.choice, ai, signal, ctx.clock.now());
    const kind = found instanceof ModelError ? found.kind : "unreadable";
    // Whether it was made is not known.
    const mayBeMade = kind === "late" || kind === "unreadable" || kind === "unreachable" || kind === "stopped";
    const cost = mayBeMade ? call.estimate : 0;
    const source = mayBeMade ? "estimate" : "list";
    await ctx.db.commit(end({ state: "failed", input: 0, cached: 0, output: 0, cost, source, providerRequest: null, error: kind }));
    throw found;
  }
}

interface Made {
  readonly bytes: Uint8Array;
  readonly tokens: ImageTokens | undefined;
  readonly request: string | null;
}
async function ask(ctx: RunCtx, ai: AiConfig, run: ImageRun, signal: AbortSignal): Promise<Made> {
  const { generateImage } = await import("ai");
  const model: ImageModel = await openImageModel(ctx, ai, run.choice);
  const result = await generateImage({
    model,
    prompt: run.edited === undefined ? run.prompt : { images: [run.edited], text: run.prompt },
    n: 1,
    size: run.size as `${number}x${number}`,
    maxRetries: 0,
    abortSignal: signal,
    providerOptions: { [run.choice.provider]: { quality: run.quality } },
  });
  const { inputTokens, outputTokens } = result.usage;
  const details = fieldOf(result.providerMetadata, "openai", "images", "0");
  const [words, pixels] = [fieldOf(details, "textTokens"), fieldOf(details, "imageTokens")];
  const tokens =
    outputTokens === undefined
      ? undefined
      : typeof words === "number" && typeof pixels === "number"
        ? { words, pixels, output: outputTokens }
        : // What is not told apart counts at the higher price of the two.
          { words: run.edited ? 0 : (inputTokens ?? 0), pixels: run.edited ? (inputTokens ?? 0) : 0, output: outputTokens };
  const request = result.responses[0]?.headers?.["x-request-id"] ?? "";
  return { bytes: result.image.uint8Array, tokens, request: /^[\w.:-]{1,200}$/.test(request) ? request : null };
}
