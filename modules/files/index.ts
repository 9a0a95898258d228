// What other modules use of files: uploads, and attaching files to their messages.
export { clearFilesForConversations, clearFilesOfMessages } from "./erasure.ts";
export { contactOfConversation, publicFile } from "./extension.ts";
export {
  allFree,
  attachmentsJson,
  isKeptWithoutMessage,
  parseAttachments,
  readBytesOf,
  readFree,
  readImages,
  writeAttach,
  writeKeep,
  writeRemoveKept,
} from "./queries.ts";
export { readHead } from "./read-head.ts";
export { storeBytes } from "./store-bytes.ts";
export { storeFile, type Upload } from "./store-file.ts";
