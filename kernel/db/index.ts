export { type Cost, Database, onePart, type Part, part, type PartValues, remakeWhenMissing, type Row } from "./database.ts";
export { decodeCursor, encodeCursor } from "./cursor.ts";
export * as col from "./rows.ts";
