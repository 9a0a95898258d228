// Schemas that many contracts share. Safe to load in a browser.
import { m } from "#messages";
import * as v from "valibot";

/** Times on the wire: ISO 8601 UTC with milliseconds. */
export const Time = v.pipe(v.string(), v.isoTimestamp());
/** A UUID made by the caller; a repeated call with the same one returns the first result. */
export const ClientId = v.pipe(
  v.string(),
  v.uuid("must be a UUID"),
  v.transform((text) => text.toLowerCase()),
);
export const Cursor = v.pipe(v.string(), v.minLength(1), v.maxLength(400));
/** A count in a query string, at most `max`. */
// @__NO_SIDE_EFFECTS__
export const CountParam = (max: number) =>
  v.pipe(v.string(), v.regex(/^\d{1,15}$/, "must be a whole number"), v.transform(Number), v.maxValue(max, `must be at most ${max}`));
/** A revision in a path or query string. */
export const RevisionParam = v.pipe(v.string(), v.regex(/^\d{1,15}$/, "must be a whole number"), v.transform(Number));
export const Revision = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
// Messages below are sentences, because people read them next to what they typed.
/** Groups digits. `toLocaleString` would load the locale data of the runtime at every start of the worker. */
const grouped = (n: number): string => String(n).replace(/\B(?=(?:\d{3})+$)/g, ",");
// @__NO_SIDE_EFFECTS__
export const atMost = (max: number) =>
  v.maxLength<string, number, () => string>(max, () => m.kernel_at_most_characters({ max: grouped(max) }));
// @__NO_SIDE_EFFECTS__
const atLeast = (min: number) =>
  v.minLength<string, number, () => string>(min, min === 1 ? m.kernel_not_empty : () => m.kernel_at_least_characters({ min }));
// SQLite functions treat NUL as the end of a text, and no person types it.
export const noNul = v.regex<string, () => string>(/^[^\0]*$/, m.kernel_no_nul);
/** Lone surrogates, which UTF-8 cannot encode: the database would store a different text than the one sent. */
export const wellFormed = v.transform<string, string>((text) => text.toWellFormed());
/** One line of text, trimmed, of `min` (by default 1) to `max` characters. Mind the order: `line(300, 0)` may be empty. */
// @__NO_SIDE_EFFECTS__
export const line = (max: number, min = 1) =>
  v.pipe(v.string(), noNul, v.trim(), atLeast(min), atMost(max), v.regex(/^[^\r\n]*$/, m.kernel_single_line), wellFormed);
/** Text with line breaks, untrimmed, of `min` (by default 1) to `max` characters: `prose(max, min)`. */
// @__NO_SIDE_EFFECTS__
export const prose = (max: number, min = 1) => v.pipe(v.string(), noNul, atLeast(min), atMost(max), wellFormed);
/** An email address as forms accept it: one `@`, no spaces or control characters, a dot in the domain. Stored in lower case. */
export const Email = v.pipe(
  v.string(),
  v.trim(),
  atMost(254),
  v.regex(/^[^\s@"(),:;<>[\\\]\p{Cc}]+@[^\s@"(),:;<>[\\\]\p{Cc}]+\.[^\s@".(),:;<>[\\\]\p{Cc}]{2,}$/u, m.kernel_email_address),
  v.transform((text) => text.toLowerCase()),
);
export const Empty = v.strictObject({});
/** The reply of a route that has nothing to return: it was done, now or by an earlier call. */
export const Done = v.object({ ok: v.literal(true) });
// @__NO_SIDE_EFFECTS__
export const page = <S extends v.GenericSchema>(item: S) => v.object({ items: v.array(item), next: v.nullable(v.string()) });
/** Free-form metadata of a contact: at most 50 short keys, each with a short text, number or boolean. */
export const Metadata = v.pipe(
  v.record(
    v.pipe(v.string(), v.regex(/^[\p{L}\p{N}_.\- ]{1,64}$/u, m.kernel_metadata_key)),
    v.union([prose(1000, 0), v.number(), v.boolean(), v.null()]),
  ),
  v.check((value) => Object.keys(value).length <= 50, m.kernel_metadata_keys),
);
