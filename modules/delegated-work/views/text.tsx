// A text that came from a computer, or that went to one.
import { CopyButton } from "#dashboard/ui/copy.tsx";
import { formatFileSize } from "#dashboard/ui/size.ts";
import { type Attachment, filePath } from "#modules/files/contract";
import { Paperclip } from "lucide-react";
import type { ReactNode } from "react";

/** A text that came from elsewhere, as it is: control characters show nothing and do nothing. */
export function Text({ label, text, open = false, children }: { label: string; text: string; open?: boolean; children?: ReactNode }) {
  return (
    <details open={open} className="min-w-0">
      <summary className="w-fit cursor-pointer text-xs font-medium text-muted">{label}</summary>
      <div className="mt-1.5">
        <pre
          dir="auto"
          tabIndex={0}
          className="max-h-60 overflow-auto rounded-sm bg-subtle px-2.5 py-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
        >
          {text}
        </pre>
      </div>
      {children !== undefined && <div className="mt-1.5">{children}</div>}
      <div className="mt-1.5">
        <CopyButton text={text} variant="ghost" />
      </div>
    </details>
  );
}

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
