// The tables of the database, as types. `edition/schema.ts` fills them in; it is generated from the migrations.

/** One property per table or virtual table: the row that `SELECT *` would give. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging: the kernel knows no module's tables.
export interface Tables {}
export type TableName = keyof Tables & string;

declare const json: unique symbol;
/** A text that holds JSON which only we wrote; `parseJson` reads it. */
export type JsonText = string & { readonly [json]: true };
