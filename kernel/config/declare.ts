// Functions by which a module declares the variables it reads, its limits, and its capability.
import type { Format } from "./formats.ts";
import type { Capability, Config, ConfigDeclaration, ConfigError, Limit, Values } from "./types.ts";

type Names<P, S> = Extract<keyof P | keyof S, string>;

/** Declares variables by name and format, and the typed value that the module reads from them. */
export const declareVariables = <P extends Record<string, Format>, S extends Record<string, Format>, T>(declaration: {
  readonly public: P;
  readonly secrets: S;
  readonly capability?: Capability;
  readonly limitsKeyedByPerson?: readonly string[];
  readonly compare?: (rawValue: Values<Names<P, S>>["rawValue"]) => readonly (ConfigError & { readonly variable: Names<P, S> })[];
  readonly read: (values: Values<Names<P, S>>) => T;
}): ConfigDeclaration<T> => declaration as ConfigDeclaration<T>;

type Limits<N extends string> = Readonly<Record<N, Limit>>;
type Refusals<L> = { readonly [N in keyof L]?: () => string };
/**
 * Declares keys of `RATE_LIMITS`. Reading them throws `misconfigured` while that variable is not valid: an invalid value never removes
 * a limit. The sentences come in through `of`: scripts load the declarations without the messages.
 */
export const declareLimits = <const L extends Limits<string>>(
  limits: L,
  capability?: Capability,
): {
  readonly declaration: ConfigDeclaration;
  readonly of: (config: Config, refusals?: Refusals<L>) => Limits<Extract<keyof L, string>>;
} => ({
  declaration: { ...NOTHING, limits, ...(capability ? { capability } : {}) },
  of: (config, refusals: Readonly<Record<string, Limit["refusal"]>> = {}) =>
    Object.fromEntries(
      Object.entries(limits).map(([name, { max }]) => [name, { max: config.rateLimits[name] ?? max, refusal: refusals[name] }]),
    ) as Limits<Extract<keyof L, string>>,
});

/** Declares keys of `AI_DAILY_CEILINGS`; read like limits. */
export const declareCeilings = <const C extends Readonly<Record<string, number>>>(
  ceilings: C,
): { readonly declaration: ConfigDeclaration; readonly of: (config: Config) => Readonly<Record<keyof C, number>> } => ({
  declaration: { ...NOTHING, ceilings },
  of: (config) => ({ ...ceilings, ...config.aiCeilings }),
});

const NOTHING: ConfigDeclaration<undefined> = { public: {}, secrets: {}, read: () => undefined };
