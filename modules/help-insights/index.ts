// Exports of help insights for public pages, the widget and the contact form.
export { summarizeReaderContext, attachReaderContext } from "./reader-context.ts";
export { countedRead, type ReaderCtx, addressCounter } from "./reader-limits.ts";
export { recordFeedback, recordGap, recordSearch, visitOfAddress } from "./record-activity.ts";
export { dayOf } from "./rules.ts";
