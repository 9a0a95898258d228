// Row of pending files above the composer's toolbar.
import { m } from "#messages";
import { FileText, RotateCcw, X } from "lucide-react";
import { filePath } from "../contract.ts";
import { formatFileSize } from "#dashboard/ui/size.ts";
import type { Upload, Uploads } from "./use-uploads.ts";

/** Files that will be sent with the message, each with progress, cancel and retry. */
export function UploadTray({ uploads }: { uploads: Uploads }) {
  if (uploads.items.length === 0) return null;
  return (
    <ul aria-label={m.files_attached()} className="flex max-h-36 flex-wrap gap-2 overflow-y-auto px-3 pb-2">
      {uploads.items.map((item) => (
        <UploadCard key={item.key} item={item} onRemove={() => uploads.remove(item.key)} onRetry={() => uploads.retry(item.key)} />
      ))}
    </ul>
  );
}

function UploadCard({ item, onRemove, onRetry }: { item: Upload; onRemove(): void; onRetry(): void }) {
  const image = item.preview ?? (item.attachment?.inline ? filePath(item.attachment.id) : undefined);
  const failed = item.state === "failed";
  return (
    <li
      className={`relative flex h-11 max-w-56 items-center gap-2 rounded-md border bg-surface ps-1.5 pe-1 ${failed ? "border-bad" : "border-line-strong"}`}
    >
      {image ? (
        <img src={image} alt="" className="size-8 shrink-0 rounded-xs object-cover" />
      ) : (
        <span className="grid size-8 shrink-0 place-items-center rounded-xs bg-subtle text-muted">
          <FileText className="size-4" aria-hidden />
        </span>
      )}
      <span className="min-w-0">
        <span dir="auto" className="block truncate text-xs font-medium">
          {item.name}
        </span>
        <span className={`block truncate text-2xs ${failed ? "text-bad-text" : "text-muted"}`} role={failed ? "status" : undefined}>
          {failed ? item.problem : formatFileSize(item.size)}
        </span>
      </span>
      {failed && (
        <button
          type="button"
          onClick={onRetry}
          aria-label={m.files_retry()}
          title={m.files_retry()}
          className="grid size-6 shrink-0 place-items-center rounded-xs text-muted hover:bg-hover hover:text-text"
        >
          <RotateCcw className="size-3.5" aria-hidden />
        </button>
      )}
      <button
        type="button"
        onClick={onRemove}
        aria-label={item.state === "uploading" ? m.files_cancel({ name: item.name }) : m.files_remove({ name: item.name })}
        className="grid size-6 shrink-0 place-items-center rounded-xs text-muted hover:bg-hover hover:text-text"
      >
        <X className="size-3.5" aria-hidden />
      </button>
      {item.state === "uploading" && (
        <progress
          value={item.share}
          max={1}
          aria-label={m.files_progress({ name: item.name })}
          className="absolute inset-x-1.5 bottom-0.5 h-0.5 w-[calc(100%-12px)] appearance-none overflow-hidden rounded-full bg-active [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-active [&::-webkit-progress-value]:bg-accent forced-colors:h-2 forced-colors:appearance-auto"
        />
      )}
    </li>
  );
}
