// Lists the files of a message: images inline, everything else as a card to download.
import { m } from "#messages";
import { Download, FileText, ImageOff } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { type Attachment, filePath } from "../contract.ts";
import { formatFileSize } from "#dashboard/ui/size.ts";

const Lightbox = lazy(() => import("./lightbox.tsx"));

/** The files of one message. Boxes have a fixed size, so that images that load late never shift the thread. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  const [shown, setShown] = useState<number>();
  const images = attachments.filter((file) => file.inline);
  const others = attachments.filter((file) => !file.inline);
  if (attachments.length === 0) return null;
  return (
    <div className="grid max-w-full gap-1.5">
      {images.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {images.map((file, index) => (
            <li key={file.id}>
              <Thumb file={file} large={images.length === 1} onOpen={() => setShown(index)} />
            </li>
          ))}
        </ul>
      )}
      {others.map((file) => (
        <FileCard key={file.id} file={file} />
      ))}
      {shown !== undefined && (
        <Suspense>
          <Lightbox images={images} start={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

function Thumb({ file, large, onOpen }: { file: Attachment; large: boolean; onOpen(): void }) {
  const [gone, setGone] = useState(false);
  const box = `block overflow-hidden rounded-md border border-line bg-subtle ${large ? "h-45 w-60 max-w-full" : "size-28"}`;
  if (gone)
    return (
      <span className={`${box} grid! place-items-center content-center gap-1 text-2xs text-muted`}>
        <ImageOff className="size-5" aria-hidden />
        {m.files_image_gone()}
      </span>
    );
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={m.files_open_image({ name: file.name })}
      className={`${box} cursor-zoom-in hover:border-line-strong`}
    >
      <img
        src={filePath(file.id)}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setGone(true)}
        className="size-full object-cover"
      />
    </button>
  );
}

function FileCard({ file }: { file: Attachment }) {
  return (
    <a
      href={filePath(file.id)}
      download={file.name}
      className="flex h-12 w-64 max-w-full items-center gap-2.5 rounded-md border border-line-strong bg-surface ps-2 pe-3 text-text hover:bg-hover"
    >
      <span className="grid size-8 shrink-0 place-items-center rounded-xs bg-subtle text-muted">
        <FileText className="size-4" aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="sr-only">{m.files_download_one()}</span>
        <span dir="auto" className="block truncate text-sm font-medium">
          {file.name}
        </span>
        <span className="block text-2xs text-muted">{formatFileSize(file.size)}</span>
      </span>
      <Download className="size-4 shrink-0 text-muted" aria-hidden />
    </a>
  );
}
