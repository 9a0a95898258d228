// Wire contract of the assistant. Browser-safe.
export * from "./contract/answers.ts";
export * from "./contract/guidance.ts";
export { guidanceText } from "./contract/guidance-text.ts";
export * from "./contract/rounds.ts";
export * from "./contract/visitor.ts";
