// Helpers for values of rows.
import type { JsonText } from "./tables.ts";

/** A value that the statement's condition never leaves null. Throws if it is null after all. */
export function notNull<T>(value: T | null): T {
  if (value === null) throw new TypeError("a column is null that should not be");
  return value;
}
/** Parses a JSON column. Its content is trusted, because only this application writes it. */
export const parseJson = <T>(value: JsonText): T => JSON.parse(value) as T;
