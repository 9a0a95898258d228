// Shows an image over the whole window. A native <dialog> brings the focus trap, Esc and the top layer for free.
import { m } from "#messages";
import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Attachment, filePath } from "../contract.ts";
import { formatFileSize } from "#dashboard/ui/size.ts";

/** Shows the images of a message one at a time; arrows change, Esc closes, a click switches to actual size. */
export default function Lightbox({ images, start, onClose }: { images: readonly Attachment[]; start: number; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState(start);
  const [actual, setActual] = useState(false);
  const file = images[index];
  useEffect(() => dialog.current?.showModal(), []);
  if (!file) return null;
  const step = (by: number): void => {
    setActual(false);
    setIndex((at) => (at + by + images.length) % images.length);
  };
  return (
    <dialog
      ref={dialog}
      aria-label={m.files_viewer({ name: file.name })}
      onClose={onClose}
      onKeyDown={(event) => {
        event.stopPropagation();
        const forward = document.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
        if (event.key === "ArrowLeft" || event.key === "ArrowRight") step(event.key === forward ? 1 : -1);
      }}
      className="m-0 h-dvh max-h-none w-dvw max-w-none flex-col bg-[oklch(.16_.006_265)] text-[oklch(.95_.004_265)] backdrop:bg-[oklch(.16_.006_265)] open:flex"
    >
      <header className="flex h-12 shrink-0 items-center gap-1 px-2 ps-4">
        <p className="min-w-0 flex-1 truncate text-sm">
          <span dir="auto" className="font-medium">
            {file.name}
          </span>
          <span className="ms-2 text-xs opacity-80">
            {formatFileSize(file.size)}
            {images.length > 1 && ` · ${m.files_position({ index: index + 1, count: images.length })}`}
          </span>
        </p>
        <Tool label={actual ? m.files_zoom_out() : m.files_zoom_in()} onClick={() => setActual(!actual)}>
          {actual ? <ZoomOut className="size-4" aria-hidden /> : <ZoomIn className="size-4" aria-hidden />}
        </Tool>
        <a
          href={filePath(file.id)}
          download={file.name}
          aria-label={m.files_download({ name: file.name })}
          className="grid size-9 place-items-center rounded-sm hover:bg-[oklch(.3_.01_265)]"
        >
          <Download className="size-4" aria-hidden />
        </a>
        <Tool label={m.files_close()} onClick={() => dialog.current?.close()}>
          <X className="size-4" aria-hidden />
        </Tool>
      </header>
      <div
        className={`min-h-0 flex-1 overflow-auto ${actual ? "" : "grid place-items-center p-4"}`}
        tabIndex={0}
        aria-label={m.files_viewer({ name: file.name })}
        role="group"
      >
        <img
          key={file.id}
          src={filePath(file.id)}
          alt={file.name}
          onClick={() => setActual(!actual)}
          className={actual ? "m-auto max-w-none cursor-zoom-out" : "max-h-[calc(100dvh-80px)] max-w-full cursor-zoom-in object-contain"}
        />
      </div>
      {images.length > 1 && (
        <>
          <Tool label={m.files_previous()} onClick={() => step(-1)} className="absolute start-2 top-1/2 bg-[oklch(.25_.01_265)]">
            <ChevronLeft className="size-5 rtl:rotate-180" aria-hidden />
          </Tool>
          <Tool label={m.files_next()} onClick={() => step(1)} className="absolute end-2 top-1/2 bg-[oklch(.25_.01_265)]">
            <ChevronRight className="size-5 rtl:rotate-180" aria-hidden />
          </Tool>
        </>
      )}
    </dialog>
  );
}

function Tool({ label, onClick, className = "", children }: { label: string; onClick(): void; className?: string; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className={`grid size-9 place-items-center rounded-sm hover:bg-[oklch(.3_.01_265)] ${className}`}
    >
      {children}
    </button>
  );
}
