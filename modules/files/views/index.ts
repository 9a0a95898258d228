// Components and hooks with which screens of other modules show and upload files.
export { AttachmentList } from "./attachment-list.tsx";
export { upload } from "./upload.ts";
export { UploadTray } from "./upload-tray.tsx";
export { type Uploads, useUploads } from "./use-uploads.ts";
