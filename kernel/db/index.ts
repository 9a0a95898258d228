export { type Cost, Database, queryOne, type Query, query, type QueryResults, remakeWhenMissing, type Row } from "./database.ts";
export { decodeCursor, encodeCursor } from "./cursor.ts";
export * as col from "./rows.ts";
