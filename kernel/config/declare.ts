// The vocabulary in which a module declares the variables it reads, the limits it counts and what it can be switched on to do.
import type { Format } from "./formats.ts";
import type { AiKey } from "./ai-keys.ts";
import type { Config } from "./index.ts";

export interface Fault {
  readonly variable: string;
  readonly message: string;
}

/** What can be switched on, and which variables it needs: names only. The descriptor and the guides are made from it. */
export interface Capability {
  readonly name: string;
  /** The module that does it; as long as it serves no route it is not in this release. */
  readonly module: string;
  readonly public: readonly string[];
  readonly secrets: readonly string[];
  /** Works without any of its variables. */
  readonly optional?: true;
  /** Only one of these secrets is needed. */
  readonly oneOf?: readonly string[];
  /** What it needs that is no variable of its own. */
  readonly also?: string;
}

/** What a declaration is given to read its part of the configuration. */
export interface Values<N extends string = string> {
  /** Undefined when it is not set or has a fault. */
  readonly valid: (name: N) => string | undefined;
  /** The same, even with a fault: for what must stay closed then. */
  readonly given: (name: N) => string | undefined;
  /** The key of an AI provider, like `valid`. */
  readonly aiKey: (name: AiKey) => string | undefined;
  /** A variable that only tests set. */
  readonly test: (name: string) => string | undefined;
}

/** The value of one key of `RATE_LIMITS`. */
export interface Limit {
  readonly max: number;
  /** What a visitor reads when it is reached; a general sentence without one. */
  readonly refusal?: string;
}

/** One module's part of the configuration; all of them are joined in edition/variables.ts. */
export interface Declaration<T = unknown> {
  readonly public: Readonly<Record<string, Format>>;
  readonly secrets: Readonly<Record<string, Format>>;
  readonly capability?: Capability;
  /** Keys of `RATE_LIMITS` with their defaults. */
  readonly limits?: Readonly<Record<string, Limit>>;
  /** Keys of `AI_DAILY_CEILINGS` with their defaults. Several modules may name one, with one default. */
  readonly ceilings?: Readonly<Record<string, number>>;
  /** Counters of fixed size whose subject is a person or a conversation: an erasure clears them too. */
  readonly personalCounters?: readonly string[];
  /** Faults that only show when several values are compared. */
  readonly compare?: (given: Values["given"]) => readonly Fault[];
  readonly read: (values: Values) => T;
}

type Names<P, S> = Extract<keyof P | keyof S, string>;

/** Declares variables by name and format, and the typed value that the module reads of them. */
export const declareVariables = <P extends Record<string, Format>, S extends Record<string, Format>, T>(declaration: {
  readonly public: P;
  readonly secrets: S;
  readonly capability?: Capability;
  readonly personalCounters?: readonly string[];
  readonly compare?: (given: Values<Names<P, S>>["given"]) => readonly (Fault & { readonly variable: Names<P, S> })[];
  readonly read: (values: Values<Names<P, S>>) => T;
}): Declaration<T> => declaration as Declaration<T>;

type Limits<N extends string> = Readonly<Record<N, Limit>>;
/** Declares keys of `RATE_LIMITS`. The value throws `misconfigured` while that variable is not valid: a faulty value never removes a limit. */
export const declareLimits = <const L extends Limits<string>>(
  limits: L,
  capability?: Capability,
): { readonly declaration: Declaration; readonly of: (config: Config) => Limits<Extract<keyof L, string>> } => ({
  declaration: { ...NOTHING, limits, ...(capability ? { capability } : {}) },
  of: (config) =>
    Object.fromEntries(
      Object.entries(limits).map(([name, limit]) => [name, { ...limit, max: config.rateLimits[name] ?? limit.max }]),
    ) as Limits<Extract<keyof L, string>>,
});

/** Declares keys of `AI_DAILY_CEILINGS`; read like limits. */
export const declareCeilings = <const C extends Readonly<Record<string, number>>>(
  ceilings: C,
): { readonly declaration: Declaration; readonly of: (config: Config) => Readonly<Record<keyof C, number>> } => ({
  declaration: { ...NOTHING, ceilings },
  of: (config) => ({ ...ceilings, ...config.aiCeilings }),
});

const NOTHING: Declaration<undefined> = { public: {}, secrets: {}, read: () => undefined };
