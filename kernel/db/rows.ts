// Rows are parsed, not cast.
import type { Row } from "./database.ts";
import type { JsonText } from "./tables.ts";

/** A text column. Throws when the column is missing or of another type: a statement and its parser have drifted. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw new TypeError(`column ${column} is not a text`);
  return value;
}
/** A text column as an id of its kind; the database only holds ids that the kernel made. */
export const id = <T extends string>(row: Row, column: string): T => text(row, column) as T;
export const idOrNull = <T extends string>(row: Row, column: string): T | null => textOrNull(row, column) as T | null;
export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null || row[column] === undefined ? null : text(row, column);
}
export function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== "number") throw new TypeError(`column ${column} is not a number`);
  return value;
}
export function numberOrNull(row: Row, column: string): number | null {
  return row[column] === null || row[column] === undefined ? null : number(row, column);
}
export const truth = (row: Row, column: string): boolean => number(row, column) !== 0;
/** A JSON column that only we write. */
export const json = <T>(row: Row, column: string): T => JSON.parse(text(row, column)) as T;

/** A value that the statement's condition keeps from being null. Throws when it is: the two have drifted. */
export function notNull<T>(value: T | null): T {
  if (value === null) throw new TypeError("a column is null that should not be");
  return value;
}
/** What a JSON column holds, which only we write. */
export const parseJson = <T>(value: JsonText): T => JSON.parse(value) as T;
