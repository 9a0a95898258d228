// Reads RATE_LIMITS and AI_DAILY_CEILINGS: any subset of the declared keys. An invalid value is an error, never a removed limit.
import * as v from "valibot";

export type Numbers = Readonly<Record<string, number>>;
type Parsed = { readonly value: Numbers } | { readonly error: string };

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

function parseJson(source: string | undefined, one: v.GenericSchema, defaults: Numbers): Parsed {
  if (source === undefined || source.trim() === "") return { value: defaults };
  let json: unknown;
  try {
    json = JSON.parse(source);
  } catch {
    return { error: "is not JSON" };
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) return { error: "must be a JSON object" };
  const keys = Object.keys(defaults);
  const result = v.safeParse(v.strictObject(Object.fromEntries(keys.map((key) => [key, v.optional(one)]))), json);
  if (!result.success) return { error: [...new Set(result.issues.map((issue) => errorOf(issue, keys)))].join("; ") };
  return { value: { ...defaults, ...(result.output as Numbers) } };
}
/** An undeclared key may be a pasted secret, so the message does not repeat it. */
function errorOf({ path, message }: v.BaseIssue<unknown>, declared: readonly string[]): string {
  const key = String(path?.[0]?.key);
  return declared.includes(key) ? `${key}: ${message}` : `has a key that is none of ${declared.join(", ")}`;
}

/** Reads `RATE_LIMITS`: positive integers. */
export const parseRateLimits = (source: string | undefined, defaults: Numbers): Parsed => parseJson(source, positiveInteger, defaults);
/** Reads `AI_DAILY_CEILINGS`: positive numbers. */
export const parseAiCeilings = (source: string | undefined, defaults: Numbers): Parsed => parseJson(source, positive, defaults);
