// Wire contract of creating issues from conversations. Browser-safe.
export * from "./contract/creating.ts";
export * from "./contract/issue-text.ts";
