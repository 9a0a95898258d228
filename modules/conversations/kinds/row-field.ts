// Declares a field that a module adds to the conversation's row: a column of its own table, read with every row.
import type { SQL } from "#kernel/db/index.ts";

export interface RowField {
  /** Its name in `fields` of the row and in the inbox's `filter`. */
  readonly name: string;
  /**
   * Its value as text, or NULL, for the conversation `c`: one lookup along an index, since every row of the inbox pays for it. Several values
   * are separated by commas; each may cost one entry of the index, and none where there is none.
   */
  readonly expression: SQL;
  /** The values that the inbox can be filtered by. */
  readonly values: readonly string[];
  /** For values that a project makes itself, such as ids: the condition on `c`, or undefined for what cannot be one. */
  readonly holds?: (value: string) => SQL | undefined;
}
/** Declares a field; a module registers it with `provide(rowFields, …)`. */
export const defineRowField = (field: RowField): RowField => field;
