// Reads articles and collections.
export * from "./collection-queries.ts";
export * from "./list-queries.ts";
export * from "./order-queries.ts";
export * from "./publish-queries.ts";
export * from "./text-queries.ts";
