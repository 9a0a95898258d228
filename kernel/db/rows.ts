// What is made of a row's values beyond reading them.
import type { JsonText } from "./tables.ts";

/** A value that the statement's condition keeps from being null. Throws when it is: the two have drifted. */
export function notNull<T>(value: T | null): T {
  if (value === null) throw new TypeError("a column is null that should not be");
  return value;
}
/** What a JSON column holds, which only we write. */
export const parseJson = <T>(value: JsonText): T => JSON.parse(value) as T;
