// The server face of undo send.
export { whenReturned, type WhenReturned } from "./extension.ts";
export { hasScheduled, hasUnsent, isBeingAnswered } from "./queries.ts";
