// The part of a screen that uploads an export.
export { ExportUpload } from "./export-upload.tsx";
