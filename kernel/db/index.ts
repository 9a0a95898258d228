export { type Cost, Database, queryOne, type Query, query, type QueryResults, recreateWhenMissing, type Row } from "./database.ts";
export { decodeCursor, encodeCursor } from "./cursor.ts";
export { as, type Columns, columnList, columns, isJoined, outer, type RowIn, type Selected, type SQL, sql } from "./select.ts";
export { notNull, parseJson } from "./rows.ts";
export type { JsonText, Tables } from "./tables.ts";
