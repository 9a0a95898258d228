// The face of tags: what other modules may use.
export { readTags, tagIsGone, writeImportedTags, writeNoTagsOf, writeRemoveUnusedTags, writeTagsBack } from "./queries.ts";
export { tagRoomFor, type TagsTaken } from "./tag-room.ts";
