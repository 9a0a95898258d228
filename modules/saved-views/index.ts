// The face of saved views: what other modules may use.
export { writeConversationsChanged } from "./index-queries.ts";
