// Reads the variables that modules declare: every value is checked once per isolate, and all errors are reported together.
import { tooLong } from "./formats.ts";
import { aiKeyVariables, encryptionVariables, limitVariables, originVariables } from "./general.ts";
import { type Numbers, parseAiCeilings, parseRateLimits } from "./limits.ts";
import type { Config, ConfigDeclaration, ConfigError, Values } from "./types.ts";

export { declareCeilings, declareLimits, declareVariables } from "./declare.ts";
export {
  anyText,
  emailAddress,
  type Format,
  headerValue,
  isEmailAddress,
  isLoopbackName,
  isProjectId,
  must,
  serviceAddress,
  trueOrFalse,
} from "./formats.ts";
export { aiKeyVariables, encryptionVariables, limitVariables, originVariables } from "./general.ts";
export {
  AI_KEY_VARIABLES,
  type AiKey,
  type Capability,
  type Config,
  type ConfigDeclaration,
  type ConfigError,
  type Limit,
  type Values,
} from "./types.ts";

type Source = Readonly<Record<string, unknown>>;
const NONE: readonly ConfigDeclaration[] = [];
const GENERAL: readonly ConfigDeclaration[] = [originVariables, limitVariables, aiKeyVariables, encryptionVariables];

const notValid = (variables: string[]): Error => new Error(`not valid: ${variables.join(", ")}`);

/** Reads every declared variable. Never throws: errors are listed in `errors`, and an invalid limit throws `refuse` when it is used. */
export function readConfig(source: Source, declarations: readonly ConfigDeclaration[] = NONE, refuse = notValid): Config {
  const all = [...new Set([...GENERAL, ...declarations])];
  const rawValue = (name: string): string | undefined => textOf(source[name]);
  const limits = parseRateLimits(rawValue("RATE_LIMITS"), maximaOf(all));
  const ceilings = parseAiCeilings(rawValue("AI_DAILY_CEILINGS"), Object.assign({}, ...all.map((one) => one.ceilings)) as Numbers);
  const errors: ConfigError[] = [
    ...("error" in limits ? [{ variable: "RATE_LIMITS", message: limits.error }] : []),
    ...("error" in ceilings ? [{ variable: "AI_DAILY_CEILINGS", message: ceilings.error }] : []),
    ...all.flatMap((one) => errorsOf(one, rawValue)),
  ];
  const invalid = new Set(errors.map(({ variable }) => variable));
  const validValue = (name: string): string | undefined => (invalid.has(name) ? undefined : rawValue(name));
  const values: Values = {
    rawValue,
    validValue,
    aiKey: validValue,
    test: (name) => (typeof source[name] === "string" ? source[name] : undefined),
  };
  const read = new Map<ConfigDeclaration, unknown>();
  const logN = Number(source["TEST_SCRYPT_LOG_N"] ?? 15);
  return {
    ...originVariables.read(values),
    get rateLimits() {
      if ("error" in limits) throw refuse(["RATE_LIMITS"]);
      return limits.value;
    },
    get aiCeilings() {
      if ("error" in ceilings) throw refuse(["AI_DAILY_CEILINGS"]);
      return ceilings.value;
    },
    limitsKeyedByPerson: all.flatMap((one) => [
      ...Object.keys(one.limits ?? {}).filter((name) => /Per(Contact|Conversation)/.test(name)),
      ...(one.limitsKeyedByPerson ?? []),
    ]),
    scryptLogN: Number.isInteger(logN) ? logN : 15,
    errors,
    of<T>(declaration: ConfigDeclaration<T>): T {
      if (!read.has(declaration)) read.set(declaration, declaration.read(values));
      return read.get(declaration) as T;
    },
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value.trim() !== "" ? value.trim() : undefined);

const maximaOf = (declarations: readonly ConfigDeclaration[]): Numbers =>
  Object.fromEntries(declarations.flatMap((one) => Object.entries(one.limits ?? {}).map(([name, { max }]) => [name, max])));

function errorsOf(declaration: ConfigDeclaration, rawValue: Values["rawValue"]): ConfigError[] {
  const formats = Object.entries({ ...declaration.public, ...declaration.secrets });
  return [
    ...formats.flatMap(([variable, format]) => {
      const value = rawValue(variable);
      const message = value === undefined ? undefined : (tooLong(value) ?? format(value));
      return message === undefined ? [] : [{ variable, message }];
    }),
    ...(declaration.compare?.(rawValue) ?? []),
  ];
}

/** Names of the public variables of these declarations, in their order. */
export const publicNames = (declarations: readonly ConfigDeclaration[]): string[] => declarations.flatMap((one) => Object.keys(one.public));
/** Names of the secrets of these declarations, in their order. */
export const secretNames = (declarations: readonly ConfigDeclaration[]): string[] =>
  declarations.flatMap((one) => Object.keys(one.secrets));
