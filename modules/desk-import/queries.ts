// All SQL of imports of conversations, by what it is about.
export * from "./addition-queries.ts";
export * from "./company-queries.ts";
export * from "./item-queries.ts";
export * from "./rating-queries.ts";
export * from "./reply-queries.ts";
export * from "./run-queries.ts";
