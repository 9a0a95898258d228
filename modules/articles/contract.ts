// Wire contract of articles and collections. Browser-safe.
export * from "./contract/addresses.ts";
export * from "./contract/articles.ts";
export * from "./contract/collections.ts";
export * from "./contract/publishing.ts";
export * from "./contract/shapes.ts";
export * from "./contract/versions.ts";
export * from "./files/contract.ts";
