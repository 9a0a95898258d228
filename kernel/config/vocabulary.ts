// What configuration is made of: the declarations of modules, and what is read by them.
import type { Format } from "./formats.ts";

/** Keys of AI providers: whatever uses a model reads the one that its provider needs, so no single module owns them. */
export const AI_KEY_VARIABLES = [
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "GEMINI_API_KEY",
  "MISTRAL_API_KEY",
  "XAI_API_KEY",
  "GROQ_API_KEY",
] as const;
export type AiKey = (typeof AI_KEY_VARIABLES)[number];

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
  readonly refusal?: () => string;
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

export interface Config {
  readonly appOrigin: string | undefined;
  readonly managementOrigin: string | undefined;
  /** Every origin of this installation: nothing here is fetched by it. */
  readonly ownOrigins: readonly string[];
  /** Throws `misconfigured` when RATE_LIMITS is not valid. Modules read their own by `declareLimits`. */
  readonly rateLimits: Readonly<Record<string, number>>;
  /** Throws `misconfigured` when AI_DAILY_CEILINGS is not valid. */
  readonly aiCeilings: Readonly<Record<string, number>>;
  /** Names of counters whose subject is a person or a conversation. */
  readonly personalCounters: readonly string[];
  /** Cost of password hashing: log2 N of scrypt. Only tests lower it. */
  readonly scryptLogN: number;
  readonly faults: readonly Fault[];
  /** What a module declares to read, read once. */
  of<T>(declaration: Declaration<T>): T;
}
