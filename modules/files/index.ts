// The face of files: uploads, and attaching them to messages of another module.
export { clearFilesForConversations, clearFilesOfMessages } from "./erasure.ts";
export { contactOfConversation } from "./extension.ts";
export { allFree, attachmentsJson, parseAttachments, readBytesOf, readFree, readImages, writeAttach } from "./queries.ts";
export { storeBytes } from "./store-bytes.ts";
export { storeFile, type Upload } from "./store-file.ts";
