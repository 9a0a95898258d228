// The files of a task, or of a report.
import { formatFileSize } from "#dashboard/ui/size.ts";
import { type Attachment, filePath } from "#modules/files/contract";
import { Paperclip } from "lucide-react";

/** Links to files. The list of a message would do too, and would then be loaded by itself, which every conversation waits for. */
export function Files({ files }: { files: readonly Attachment[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="grid gap-1 text-xs">
      {files.map(({ id, name, size }) => (
        <li key={id} className="flex min-w-0 items-center gap-1.5">
          <Paperclip aria-hidden className="size-3.5 shrink-0 text-muted" />
          <a href={filePath(id)} download={name} dir="auto" className="min-w-0 text-accent-text underline wrap-anywhere">
            {name}
          </a>
          <span className="shrink-0 text-muted">{formatFileSize(size)}</span>
        </li>
      ))}
    </ul>
  );
}
