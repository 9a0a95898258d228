// The tables of the database, as types. `edition/schema.ts` fills them in; it is generated from the migrations.

/** One property per table or virtual table: the row that `SELECT *` would give. */
// Extended by declaration merging, because the kernel knows no module's tables.
export interface Tables {}
export type TableName = keyof Tables;

declare const json: unique symbol;
/** Text with JSON that this application wrote; `parseJson` reads it. */
export type JsonText = string & { readonly [json]: true };
