// The server face of files: uploads, and attaching files to messages.
export { clearFilesForConversations, clearFilesOfMessages } from "./erasure.ts";
export { contactOfConversation, publicFile } from "./extension.ts";
export {
  areOfMessages,
  areUnattached,
  areUploadedFor,
  attachmentsJson,
  isKeptWithoutMessage,
  keptFilesJson,
  listedFilesJson,
  namesOfFiles,
  parseAttachments,
  readAttached,
  readBytesOf,
  readUnattached,
  type StoredFile,
  readImages,
  readKept,
  writeAttach,
  writeDetach,
  writeKeep,
  writeKeepAll,
  writeKeepUntil,
  writeNewOwner,
  writeRemoveKept,
  writeRemoveKeptAmong,
} from "./queries.ts";
export { copyFile } from "./copy-file.ts";
export { readHead } from "./read-head.ts";
export { storeBytes } from "./store-bytes.ts";
export { storeFile, type Upload } from "./store-file.ts";
