/** @jsxImportSource preact */
// Where files stand in a message and beside the writing field. What shows them is fetched with the first file.
import type { Attachment } from "#modules/files/contract";
import type { Desk } from "./desk.ts";
import { later } from "./later.ts";
import type { Upload } from "./state.ts";

const useAttachments = later(async ({ engine }: Desk) => {
  const { File, UploadChip, style } = await import("./attachments.tsx");
  engine.adopt(style);
  return { File, UploadChip };
});

/** The files of a message. */
export function Files({ desk, files }: { desk: Desk; files: readonly Attachment[] }) {
  const part = useAttachments(files.length > 0, desk);
  return part ? (
    <>
      {files.map((file) => (
        <part.File key={file.id} desk={desk} file={file} />
      ))}
    </>
  ) : null;
}

/** The files of the message that is being written. */
export function Uploads({ desk, uploads }: { desk: Desk; uploads: readonly Upload[] }) {
  const part = useAttachments(uploads.length > 0, desk);
  return part ? (
    <ul class="ups">
      {uploads.map((upload) => (
        <part.UploadChip key={upload.clientId} desk={desk} upload={upload} />
      ))}
    </ul>
  ) : null;
}
