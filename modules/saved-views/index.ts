// The face of saved views: what other modules may use.
export { writeConversationsChanged, writeLeavesViews } from "./index-queries.ts";
