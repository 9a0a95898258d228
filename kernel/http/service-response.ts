// Reads responses of other services without trusting them.

/** Seconds of a `Retry-After` (RFC 9110 §10.2.3), which may also be a date; `now` in milliseconds. Undefined if there is none. */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

/** A field of a JSON value, or a nested field by path; undefined if a value on the path is not an object. */
export const fieldOf = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (typeof at === "object" && at !== null ? (at as Record<string, unknown>)[name] : undefined), value);
/** The value if it is a non-empty string, otherwise undefined. */
export const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
