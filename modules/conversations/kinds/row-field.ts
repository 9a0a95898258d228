// Declares a field that a module adds to the conversation's row: a column of its own table, read with every row.
import type { SQL } from "drizzle-orm";

export interface RowField {
  /** Its name in `fields` of the row and in the inbox's `filter`. */
  readonly name: string;
  /** Its value as text, or NULL, for the conversation `c`: one lookup along an index, since every row of the inbox pays for it. */
  readonly expression: SQL;
  /** The values that the inbox can be filtered by. */
  readonly values: readonly string[];
}
/** Declares a field; a module registers it with `provide(rowFields, …)`. */
export const defineRowField = (field: RowField): RowField => field;
