/** @jsxImportSource preact */
// Files in messages and files on their way. Pictures are drawn on a canvas: the page's `img-src` may forbid blob addresses.
import type { Attachment } from "#modules/files/contract";
import { useEffect, useRef, useState } from "preact/hooks";
import { paths } from "../api.ts";
import { sizeOf } from "./dates.ts";
import type { Desk } from "./desk.ts";
import { Icon } from "./icons.tsx";
import type { Upload } from "./state.ts";

async function bytesOf({ engine }: Desk, id: string): Promise<Blob> {
  const response = await fetch(engine.origin + paths.file(id), { headers: { authorization: `Bearer ${engine.session.stored()?.token}` }, credentials: "omit" });
  if (!response.ok) throw new Error(String(response.status));
  return response.blob();
}

/** Draws a picture into a canvas, at most `box` px in either direction. */
async function draw(canvas: HTMLCanvasElement, picture: Blob, box: number): Promise<void> {
  const bitmap = await createImageBitmap(picture);
  const scale = Math.min(1, box / bitmap.width, box / bitmap.height);
  const sharp = Math.min(2, devicePixelRatio || 1, 1 / scale);
  const [width, height] = [bitmap.width * scale, bitmap.height * scale];
  canvas.width = Math.max(1, Math.round(width * sharp));
  canvas.height = Math.max(1, Math.round(height * sharp));
  canvas.style.width = `${width}px`;
  canvas.style.aspectRatio = `${width} / ${height}`;
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
}

function Picture({ desk, file }: { desk: Desk; file: Attachment }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, set] = useState<"wait" | "ready" | "failed">("wait");
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    // A long thread fetches its pictures as they come into sight.
    const sight = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      sight.disconnect();
      bytesOf(desk, file.id)
        .then((bytes) => draw(element, bytes, 248))
        .then(
          () => set("ready"),
          () => set("failed"),
        );
    });
    sight.observe(element);
    return () => sight.disconnect();
  }, [file.id]);
  return <canvas ref={canvas} class={`pic ${state}`} role="img" aria-label={desk.text("image", { name: file.name })} hidden={state === "failed"} />;
}

async function download(desk: Desk, file: Attachment): Promise<void> {
  try {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await bytesOf(desk, file.id));
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch {
    desk.store.set({ hint: desk.text("downloadFailed", { name: file.name }) });
  }
}

/** The files of a message. */
export function Files({ desk, files }: { desk: Desk; files: readonly Attachment[] }) {
  return (
    <>
      {files.map((file) => (
        <div class="att" key={file.id}>
          {file.inline && <Picture desk={desk} file={file} />}
          <button type="button" class="file" aria-label={desk.text("download", { name: file.name })} onClick={() => void download(desk, file)}>
            <Icon name="file" />
            <span dir="auto">{file.name}</span>
            <small>{sizeOf(desk.engine.locale(), file.size)}</small>
          </button>
        </div>
      ))}
    </>
  );
}

function Preview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, set] = useState(false);
  useEffect(() => {
    if (canvas.current && file.type.startsWith("image/")) draw(canvas.current, file, 40).then(() => set(true), () => 0);
  }, [file]);
  return (
    <span class="thumb" aria-hidden="true">
      <canvas ref={canvas} hidden={!drawn} />
      {!drawn && <Icon name="file" />}
    </span>
  );
}

/** A file that is being attached: its picture, its progress, or why it was refused. */
export function UploadChip({ desk, upload }: { desk: Desk; upload: Upload }) {
  const { file, failure, done, progress, clientId } = upload;
  const percent = Math.round(progress * 100);
  const status = failure ? failure.error : done ? sizeOf(desk.engine.locale(), file.size) : `${percent} %`;
  return (
    <li class={failure ? "up bad" : "up"}>
      <Preview file={file} />
      <span class="grow">
        <span class="name" dir="auto">
          {file.name}
        </span>
        <small role={failure ? "alert" : undefined}>{status}</small>
        {!failure && !done && <progress max={1} value={progress} aria-label={desk.text("uploading", { name: file.name, percent })} />}
      </span>
      {failure && (
        <button type="button" class="link" onClick={() => desk.uploads.retry(clientId)}>
          {desk.text("retry")}
        </button>
      )}
      <button type="button" class="icon small" aria-label={desk.text("remove", { name: file.name })} onClick={() => desk.uploads.remove(clientId)}>
        <Icon name="close" />
      </button>
    </li>
  );
}
