// Types of configuration: declarations of modules, and the values read by them.
import type { Format } from "./formats.ts";

/** API keys of AI providers. Every feature that uses a model reads the key of its provider, so no single module owns them. */
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

export interface ConfigError {
  readonly variable: string;
  readonly message: string;
}

/** A capability and the names of the variables that it needs. The operations descriptor and the guides are made from it. */
export interface Capability {
  readonly name: string;
  /** The module that implements it; without a route the module is not in this release. */
  readonly module: string;
  readonly public: readonly string[];
  readonly secrets: readonly string[];
  /** Works without any of its variables. */
  readonly optional?: true;
  /** At least one of these secrets is needed. */
  readonly oneOf?: readonly string[];
  /** Further requirements that are not variables. */
  readonly alsoRequires?: string;
}

/** Access to the variables of one declaration. */
export interface Values<N extends string = string> {
  /** The value; undefined if it is not set or not valid. */
  readonly validValue: (name: N) => string | undefined;
  /** The value even if it is not valid, for checks that must fail closed. */
  readonly rawValue: (name: N) => string | undefined;
  /** The key of an AI provider, like `validValue`. */
  readonly aiKey: (name: AiKey) => string | undefined;
  /** A variable that only tests set. */
  readonly test: (name: string) => string | undefined;
}

/** The value of one key of `RATE_LIMITS`. */
export interface Limit {
  readonly max: number;
  /** The sentence shown when the limit is reached; a general one by default. */
  readonly refusal?: () => string;
}

/** One module's part of the configuration; all of them are joined in edition/variables.ts. */
export interface ConfigDeclaration<T = unknown> {
  readonly public: Readonly<Record<string, Format>>;
  readonly secrets: Readonly<Record<string, Format>>;
  readonly capability?: Capability;
  /** Keys of `RATE_LIMITS` with their defaults. */
  readonly limits?: Readonly<Record<string, Limit>>;
  /** Keys of `AI_DAILY_CEILINGS` with their defaults. Several modules may declare the same key with the same default. */
  readonly ceilings?: Readonly<Record<string, number>>;
  /** Names of counters outside `RATE_LIMITS` whose subject is a person or a conversation: an erasure clears them. */
  readonly limitsKeyedByPerson?: readonly string[];
  /** Errors that depend on several values. */
  readonly compare?: (rawValue: Values["rawValue"]) => readonly ConfigError[];
  readonly read: (values: Values) => T;
}

export interface Config {
  readonly appOrigin: string | undefined;
  readonly managementOrigin: string | undefined;
  /** Where websites are previewed; undefined: nowhere. */
  readonly previewOrigin: string | undefined;
  /** Every origin of this installation; it never fetches anything from them. */
  readonly ownOrigins: readonly string[];
  /** Throws `misconfigured` when RATE_LIMITS is not valid. Modules read their own by `declareLimits`. */
  readonly rateLimits: Readonly<Record<string, number>>;
  /** Throws `misconfigured` when AI_DAILY_CEILINGS is not valid. */
  readonly aiCeilings: Readonly<Record<string, number>>;
  /** Names of counters whose subject is a person or a conversation. */
  readonly limitsKeyedByPerson: readonly string[];
  /** Cost of password hashing: log2 N of scrypt. Only tests lower it. */
  readonly scryptLogN: number;
  readonly errors: readonly ConfigError[];
  /** The typed value of a declaration, read once. */
  of<T>(declaration: ConfigDeclaration<T>): T;
}
