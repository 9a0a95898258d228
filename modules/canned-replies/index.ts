// The face of canned replies: what an import stores among those that the project shares, and what its undo removes.
export {
  isStored as isStoredReply,
  readObstacles as readReplyObstacles,
  readShared as readSharedReplies,
  replyIsGone,
  writeChanged as writeChangedReply,
  writeDeletedAmong as writeDeletedReplies,
  writeReply as writeNewReply,
} from "./queries.ts";
