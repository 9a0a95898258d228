// Reads the variables that modules declare: every value is checked once per isolate, and all faults are reported together.
import { tooLong } from "./formats.ts";
import { aiKeyVariables, limitVariables, originVariables } from "./general.ts";
import { type Numbers, parseAiCeilings, parseRateLimits } from "./limits.ts";
import type { Config, Declaration, Fault, Values } from "./vocabulary.ts";

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
export { aiKeyVariables, limitVariables, originVariables } from "./general.ts";
export {
  AI_KEY_VARIABLES,
  type AiKey,
  type Capability,
  type Config,
  type Declaration,
  type Fault,
  type Limit,
  type Values,
} from "./vocabulary.ts";

type Source = Readonly<Record<string, unknown>>;
const NONE: readonly Declaration[] = [];
const GENERAL: readonly Declaration[] = [originVariables, limitVariables, aiKeyVariables];

const notValid = (variables: string[]): Error => new Error(`not valid: ${variables.join(", ")}`);

/** Reads every declared variable. Never throws: faults are listed in `faults`, and a faulty limit throws `refuse` when it is used. */
export function readConfig(source: Source, declarations: readonly Declaration[] = NONE, refuse = notValid): Config {
  const all = [...new Set([...GENERAL, ...declarations])];
  const given = (name: string): string | undefined => textOf(source[name]);
  const limits = parseRateLimits(given("RATE_LIMITS"), maximaOf(all));
  const ceilings = parseAiCeilings(given("AI_DAILY_CEILINGS"), Object.assign({}, ...all.map((one) => one.ceilings)) as Numbers);
  const faults: Fault[] = [
    ...("fault" in limits ? [{ variable: "RATE_LIMITS", message: limits.fault }] : []),
    ...("fault" in ceilings ? [{ variable: "AI_DAILY_CEILINGS", message: ceilings.fault }] : []),
    ...all.flatMap((one) => faultsOf(one, given)),
  ];
  const faulty = new Set(faults.map(({ variable }) => variable));
  const valid = (name: string): string | undefined => (faulty.has(name) ? undefined : given(name));
  const values: Values = { given, valid, aiKey: valid, test: (name) => (typeof source[name] === "string" ? source[name] : undefined) };
  const read = new Map<Declaration, unknown>();
  const logN = Number(source["TEST_SCRYPT_LOG_N"] ?? 15);
  return {
    ...originVariables.read(values),
    get rateLimits() {
      if ("fault" in limits) throw refuse(["RATE_LIMITS"]);
      return limits.value;
    },
    get aiCeilings() {
      if ("fault" in ceilings) throw refuse(["AI_DAILY_CEILINGS"]);
      return ceilings.value;
    },
    limitsKeyedByPerson: all.flatMap((one) => [
      ...Object.keys(one.limits ?? {}).filter((name) => /Per(Contact|Conversation)/.test(name)),
      ...(one.limitsKeyedByPerson ?? []),
    ]),
    scryptLogN: Number.isInteger(logN) ? logN : 15,
    faults,
    of<T>(declaration: Declaration<T>): T {
      if (!read.has(declaration)) read.set(declaration, declaration.read(values));
      return read.get(declaration) as T;
    },
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value.trim() !== "" ? value.trim() : undefined);

const maximaOf = (declarations: readonly Declaration[]): Numbers =>
  Object.fromEntries(declarations.flatMap((one) => Object.entries(one.limits ?? {}).map(([name, { max }]) => [name, max])));

function faultsOf(declaration: Declaration, given: Values["given"]): Fault[] {
  const formats = Object.entries({ ...declaration.public, ...declaration.secrets });
  return [
    ...formats.flatMap(([variable, format]) => {
      const value = given(variable);
      const message = value === undefined ? undefined : (tooLong(value) ?? format(value));
      return message === undefined ? [] : [{ variable, message }];
    }),
    ...(declaration.compare?.(given) ?? []),
  ];
}

/** Names of the public variables of these declarations, in their order. */
export const publicNames = (declarations: readonly Declaration[]): string[] => declarations.flatMap((one) => Object.keys(one.public));
/** Names of the secrets of these declarations, in their order. */
export const secretNames = (declarations: readonly Declaration[]): string[] => declarations.flatMap((one) => Object.keys(one.secrets));
