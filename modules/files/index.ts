// What other modules use of files: uploads, and attaching files to their messages.
export { clearFilesForConversations, clearFilesOfMessages } from "./erasure.ts";
export { contactOfConversation, publicFile } from "./extension.ts";
export {
  allFree,
  attachmentsJson,
  isKept,
  parseAttachments,
  readBytesOf,
  readFree,
  readImages,
  writeAttach,
  writeKeep,
  writeLetGo,
} from "./queries.ts";
export { readHead } from "./read-head.ts";
export { storeBytes } from "./store-bytes.ts";
export { storeFile, type Upload } from "./store-file.ts";
