// The face of tags: what other modules may use.
export { readTags, writeImportedTags, writeNoTagsOf } from "./queries.ts";
