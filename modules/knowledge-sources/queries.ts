// All statements on sources and items.
export * from "./item-queries.ts";
export * from "./source-queries.ts";
