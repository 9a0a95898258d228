// The face of saved views: what other modules may use.
export { isNamedInView } from "./queries.ts";
export { writeConversationsChanged, writeLeavesViews } from "./index-queries.ts";
export { mustBeKnown } from "./known-conditions.ts";
