// All statements on sources and items, re-exported.
export * from "./item-queries.ts";
export * from "./source-queries.ts";
