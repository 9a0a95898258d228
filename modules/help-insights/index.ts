// What public pages, the widget and the contact form use of insights.
export { cameFrom, carriedAlong } from "./reader-context.ts";
export { countedRead, type Door, ofAddress } from "./reader-limits.ts";
export { noteFeedback, noteGap, noteSearch, visitOfAddress } from "./record-activity.ts";
export { dayOf } from "./rules.ts";
