/** @jsxRuntime classic */
/** @jsx h */
// Files of messages and of the composer. The code that draws them is loaded with the first file.
import type { Attachment } from "#modules/files/contract";
import { importPart } from "../api.ts";
import type { PanelController } from "./controller.ts";
import { h } from "./dom.ts";
import { lazyPart } from "./lazy-part.ts";
import type { Upload } from "./state.ts";

const lazyFiles = lazyPart(() => importPart("@attachments", () => import("../lazy/attachments.tsx")));

/** The files of a message. */
export function Files({ controller, files }: { controller: PanelController; files: readonly Attachment[] }) {
  const part = lazyFiles(files.length > 0, controller);
  return part && files.map((file) => part.File({ controller, file }));
}

/** Shown while files are dragged over the panel. */
export const DropTarget = ({ controller, dragging }: { controller: PanelController; dragging: boolean }) =>
  lazyFiles(dragging, controller)?.DropOverlay({ controller });

/** The files of the message that is being written. */
export function Uploads({ controller, uploads }: { controller: PanelController; uploads: readonly Upload[] }) {
  const part = lazyFiles(uploads.length > 0, controller);
  return part && <ul class="ups">{uploads.map((upload) => part.UploadChip({ controller, upload }))}</ul>;
}
