// Schemas that many contracts share. Browser-safe.
import * as v from "valibot";

/** Times on the wire: ISO 8601 UTC with milliseconds. */
export const Time = v.pipe(v.string(), v.isoTimestamp());
/** A UUID made by the caller; repeating a call with it answers the first result. */
export const ClientId = v.pipe(
  v.string(),
  v.uuid("must be a UUID"),
  v.transform((text) => text.toLowerCase()),
);
export const Cursor = v.pipe(v.string(), v.minLength(1), v.maxLength(400));
/** A count in a query string. */
// @__NO_SIDE_EFFECTS__
export const CountText = (max: number) =>
  v.pipe(v.string(), v.regex(/^\d{1,15}$/, "must be a whole number"), v.transform(Number), v.maxValue(max, `must be at most ${max}`));
export const RevisionText = v.pipe(v.string(), v.regex(/^\d{1,15}$/, "must be a whole number"), v.transform(Number));
export const Revision = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
// NUL cannot be stored in SQLite text without surprises, and no person types it.
export const NO_NUL = /^[^\0]*$/;
// @__NO_SIDE_EFFECTS__
export const line = (max: number, min = 1) =>
  v.pipe(
    v.string(),
    v.regex(NO_NUL, "must not contain NUL"),
    v.trim(),
    v.minLength(min, min === 1 ? "must not be empty" : `must have at least ${min} characters`),
    v.maxLength(max, `must have at most ${max} characters`),
    v.regex(/^[^\r\n]*$/, "must be one line"),
  );
// @__NO_SIDE_EFFECTS__
export const prose = (max: number, min = 1) =>
  v.pipe(
    v.string(),
    v.regex(NO_NUL, "must not contain NUL"),
    v.minLength(min, "must not be empty"),
    v.maxLength(max, `must have at most ${max} characters`),
  );
/** An email address as forms accept it: one `@`, no spaces or control characters, a dot in the domain. Stored in lower case. */
export const Email = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(254, "must have at most 254 characters"),
  v.regex(/^[^\s@"(),:;<>[\\\]\p{Cc}]+@[^\s@"(),:;<>[\\\]\p{Cc}]+\.[^\s@".(),:;<>[\\\]\p{Cc}]{2,}$/u, "must be an email address"),
  v.transform((text) => text.toLowerCase()),
);
export const Empty = v.strictObject({});
export const Done = v.object({ ok: v.literal(true) });
// @__NO_SIDE_EFFECTS__
export const page = <S extends v.GenericSchema>(item: S) => v.object({ items: v.array(item), next: v.nullable(v.string()) });
/** Free-form metadata of a contact: at most 50 short keys, each with a short text, number or truth value. */
export const Metadata = v.pipe(
  v.record(
    v.pipe(v.string(), v.regex(/^[\p{L}\p{N}_.\- ]{1,64}$/u, "keys are letters, digits, space, _ . -")),
    v.union([prose(1000, 0), v.number(), v.boolean(), v.null()]),
  ),
  v.check((value) => Object.keys(value).length <= 50, "must have at most 50 keys"),
);
