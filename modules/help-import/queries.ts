// Statements of imports, re-exported: runs, items, report rows.
export * from "./item-queries.ts";
export * from "./row-queries.ts";
export * from "./run-queries.ts";
