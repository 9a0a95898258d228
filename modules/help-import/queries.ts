// Statements on imports.
export * from "./item-queries.ts";
export * from "./row-queries.ts";
export * from "./run-queries.ts";
