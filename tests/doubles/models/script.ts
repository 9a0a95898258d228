// What a test says a model answers, and what the double keeps of a request; the same for every provider.
export type Json = Record<string, unknown>;
export type Vendor = "openai" | "anthropic" | "google" | "mistral" | "xai" | "groq" | "compatible";

/** A call of a tool as a test reads it: the id is the one that the result names later. */
export interface ToolCall {
  readonly name: string;
  readonly input: unknown;
  readonly id?: string;
}
/** Token counts. What is left out is estimated from the texts. */
export interface Usage {
  /** All input tokens, cached ones included. */
  readonly input: number;
  /** All output tokens, reasoning included. */
  readonly output: number;
  readonly cached?: number;
  readonly reasoning?: number;
  /** Dollars as the provider reports them; only xAI does. */
  readonly cost?: number;
}
/**
 * A failure in the provider's own words and status. Those from `cut` on concern a streamed answer after its first half; a whole answer
 * is then cut, or never comes.
 */
export type Fault =
  /** The key is refused. */
  | "key"
  /** Too many requests; with `retryAfter` it says when to come back. */
  | "rate limit"
  /** The account has no credit left. */
  | "no credit"
  /** 529 at Anthropic, 503 elsewhere. */
  | "overloaded"
  | "server error"
  /** A proxy's page in place of JSON. */
  | "bad gateway"
  /** Never answers. */
  | "time-out"
  /** Cuts the connection before it answers. */
  | "reset"
  | "unknown model"
  | "context too long"
  /** 200 with JSON that ends too early; in a stream, such a line. */
  | "malformed"
  /** The connection breaks. */
  | "cut"
  /** The stream ends in order, but without what should be last. */
  | "ends early"
  /** Nothing more comes, and the connection stays. */
  | "stalls"
  /** The provider reports an error inside the stream. */
  | "fails midway";

/** One scripted answer. */
export interface Answer {
  /** Which requests it is for: a part of the last text of the user, or a condition. Without it, for any. */
  readonly match?: string | RegExp | ((asked: Asked) => boolean);
  readonly text?: string;
  /** Structured output, sent as the provider does for a schema. */
  readonly object?: unknown;
  readonly toolCalls?: readonly ToolCall[];
  /** The bytes of an image. */
  readonly picture?: Uint8Array;
  /** The model, or the provider's filter, declines: in the provider's own form, with these words where it has any. */
  readonly refusal?: string;
  readonly fault?: Fault;
  /** Seconds, for `rate limit` and `overloaded`. */
  readonly retryAfter?: number;
  /** The answer was longer than the request allows, and ends there. */
  readonly tooLong?: boolean;
  readonly usage?: Usage;
  /** Before the first byte. */
  readonly delayMs?: number;
  /** Between two pieces of a stream. */
  readonly chunkMs?: number;
  /** Characters of a piece of a stream. */
  readonly chunk?: number;
  /** Used for every request that it matches, not once. */
  readonly always?: boolean;
}
/** Decides by the request; undefined leaves it to the next one in the script. */
export type Decide = (asked: Asked) => Answer | undefined;

export interface Turn {
  readonly role: "user" | "assistant";
  readonly text: string;
}
/** What a request says, read from the provider's wire. */
export interface Prompt {
  readonly model: string;
  readonly stream: boolean;
  /** What the system says. */
  readonly instructions: string;
  /** What was said, in order, without tools. */
  readonly turns: readonly Turn[];
  readonly tools: readonly string[];
  readonly toolResults: readonly { readonly id: string; readonly text: string }[];
  /** Their media types, or addresses. */
  readonly images: readonly string[];
  /** The JSON schema of a structured output. */
  readonly schema: Json | undefined;
  readonly maxTokens: number | undefined;
}
/** A request as it arrived. */
export interface Asked extends Prompt {
  readonly vendor: Vendor;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
  /** The last text of the user. */
  readonly text: string;
  /** The client left before the answer was complete. */
  left: boolean;
}

/** What is sent, with every default filled in. */
export interface Reply {
  readonly id: string;
  readonly created: number;
  readonly text: string;
  readonly pieces: readonly string[];
  readonly toolCalls: readonly Required<ToolCall>[];
  readonly refusal: string | undefined;
  readonly tooLong: boolean;
  readonly picture: Uint8Array | undefined;
  /** Whether a test says what it used. */
  readonly counts: boolean;
  readonly usage: Required<Omit<Usage, "cost">> & { readonly cost: number | undefined };
  /** Splits a text as the stream does. */
  split(text: string): readonly string[];
}
/** An event of a stream. A string is sent as it is. */
export interface Frame {
  readonly event?: string;
  readonly data: unknown;
}
/** The request is not one that the provider accepts. */
export class Invalid extends Error {}

/** One form of the wire. */
export interface Wire {
  /** Throws `Invalid` for a request that the provider refuses. */
  read(body: Json, path: string): Prompt;
  whole(asked: Asked, reply: Reply): unknown;
  stream(asked: Asked, reply: Reply): readonly Frame[];
  /** How an error of the provider is said inside a stream. */
  failure(error: Json): readonly Frame[];
}

export const record = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
export const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(record) : []);
export const text = (value: unknown): string => (typeof value === "string" ? value : "");
/** The required text of a field. */
export function mustText(value: unknown, name: string): string {
  if (typeof value !== "string" || value === "") throw new Invalid(`Missing required parameter: '${name}'.`);
  return value;
}
/** The media type of an image in a data address, or its address. */
export const imageOf = (url: string): string => /^data:([^;,]+)/.exec(url)?.[1] ?? url;
export const numberOr = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** An id like those of providers. */
export function makeId(prefix: string, length = 24): string {
  const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return prefix + [...bytes].map((byte) => letters[byte % letters.length]).join("");
}
