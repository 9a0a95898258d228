// Every statement on sources and what they are made of.
export * from "./item-queries.ts";
export * from "./source-queries.ts";
