// The server face of undo send.
export { whenReturned, type WhenReturned } from "./extension.ts";
export { hasScheduled, hasUnsent, isBeingAnswered, otherScheduler } from "./queries.ts";
