// The face of tags: what other modules may use.
export { readTags } from "./queries.ts";
