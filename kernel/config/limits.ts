// RATE_LIMITS and AI_DAILY_CEILINGS: keys, defaults and parsing. An invalid value is a fault, never a removed limit.
import * as v from "valibot";

export const RATE_LIMIT_DEFAULTS = {
  widgetSessionsPerIpHour: 30,
  widgetSessionsPerProjectHour: 5000,
  conversationsPerContactHour: 10,
  conversationsPerIpHour: 30,
  conversationsPerProjectHour: 5000,
  messagesPerConversationMinute: 15,
  messagesPerContactHour: 120,
  widgetEventsPerContactMinute: 120,
  uploadsPerContactDay: 30,
  uploadBytesPerContactDay: 100_000_000,
  uploadsPerProjectDay: 5000,
  uploadBytesPerProjectDay: 5_000_000_000,
  registrationsPerIpDay: 5,
  projectsPerIpDay: 10,
  projectsPerAccountDay: 10,
} as const;
export type LimitName = keyof typeof RATE_LIMIT_DEFAULTS;
export type RateLimits = Readonly<Record<LimitName, number>>;

export const AI_CEILING_DEFAULTS = {
  repliesPerProject: 200,
  spendUsdPerProject: 10,
  repliesPerInstallation: 2000,
  contextRunsPerProject: 500,
} as const;
export type AiCeilings = Readonly<Record<keyof typeof AI_CEILING_DEFAULTS, number>>;

const positiveInteger = v.pipe(
  v.number("must be a positive integer"),
  v.integer("must be a positive integer"),
  v.minValue(1, "must be a positive integer"),
  v.maxValue(Number.MAX_SAFE_INTEGER, "must be a positive integer"),
);
const positive = v.pipe(
  v.number("must be a positive number"),
  v.finite("must be a positive number"),
  v.gtValue(0, "must be a positive number"),
);
const optionalKeys = <K extends string, S extends v.GenericSchema>(keys: readonly K[], schema: S) =>
  v.strictObject(Object.fromEntries(keys.map((k) => [k, v.optional(schema)])) as Record<K, v.OptionalSchema<S, undefined>>);

const RateLimitsSchema = optionalKeys(Object.keys(RATE_LIMIT_DEFAULTS) as LimitName[], positiveInteger);
const CeilingsSchema = optionalKeys(Object.keys(AI_CEILING_DEFAULTS) as (keyof AiCeilings)[], positive);

type Parsed<T> = { value: T } | { fault: string };

function parseJson<T extends object>(source: string | undefined, schema: v.GenericSchema<unknown, unknown>, defaults: T): Parsed<T> {
  if (source === undefined || source.trim() === "") return { value: defaults };
  let json: unknown;
  try {
    json = JSON.parse(source);
  } catch {
    return { fault: "is not JSON" };
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) return { fault: "must be a JSON object" };
  const result = v.safeParse(schema, json);
  if (!result.success) return { fault: [...new Set(result.issues.map((issue) => faultOf(issue, Object.keys(defaults))))].join("; ") };
  return { value: { ...defaults, ...(result.output as Partial<T>) } };
}

/** A key that is not ours is part of the value, which no message repeats. */
function faultOf({ path, message }: v.BaseIssue<unknown>, ours: readonly string[]): string {
  const key = String(path?.[0]?.key);
  return ours.includes(key) ? `${key}: ${message}` : `has a key that is none of ${ours.join(", ")}`;
}

/** Reads `RATE_LIMITS`: any subset of the keys, positive integers. */
export const parseRateLimits = (source: string | undefined): Parsed<RateLimits> =>
  parseJson<RateLimits>(source, RateLimitsSchema, RATE_LIMIT_DEFAULTS);
/** Reads `AI_DAILY_CEILINGS`: any subset of the keys, positive numbers. */
export const parseAiCeilings = (source: string | undefined): Parsed<AiCeilings> =>
  parseJson<AiCeilings>(source, CeilingsSchema, AI_CEILING_DEFAULTS);
