// Components with which other modules' screens show and take files.
export { AttachmentList } from "./attachment-list.tsx";
export { upload } from "./upload.ts";
export { UploadTray } from "./upload-tray.tsx";
export { filesOf, type Uploads, useUploads } from "./use-uploads.ts";
