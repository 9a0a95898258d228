/** @jsxImportSource preact */
// Files in messages and files on their way, a chunk of its own. Pictures are drawn on a canvas: the page's `img-src` may forbid blob addresses.
import type { Attachment } from "#modules/files/contract";
import { useEffect, useRef, useState } from "preact/hooks";
import { paths } from "../api.ts";
import { sizeOf } from "./dates.ts";
import type { Desk } from "./desk.ts";
import { Icon } from "./icons.tsx";
import type { Upload } from "./state.ts";

async function bytesOf({ engine }: Desk, id: string): Promise<Blob> {
  const response = await fetch(engine.origin + paths.file(id), {
    headers: { authorization: `Bearer ${engine.session.stored()?.token}` },
    credentials: "omit",
  });
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
  return (
    <canvas
      ref={canvas}
      class={`pic ${state}`}
      role="img"
      aria-label={desk.text("image", { name: file.name })}
      hidden={state === "failed"}
    />
  );
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

/** A file of a message: its picture if it is one, its name, and a way to have it. */
export function File({ desk, file }: { desk: Desk; file: Attachment }) {
  return (
    <div class="att">
      {file.inline && <Picture desk={desk} file={file} />}
      <button type="button" class="file" onClick={() => void download(desk, file)}>
        <Icon name="file" />
        <span class="sr">{desk.text("download")} </span>
        <span dir="auto">{file.name}</span>
        <small>{sizeOf(desk.engine.locale(), file.size)}</small>
      </button>
    </div>
  );
}

function Preview({ file }: { file: Upload["file"] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, set] = useState(false);
  useEffect(() => {
    if (canvas.current && file.type.startsWith("image/"))
      draw(canvas.current, file, 40).then(
        () => set(true),
        () => 0,
      );
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
        <button type="button" class="link" onClick={() => desk.retryUpload(clientId)}>
          {desk.text("retry")}
        </button>
      )}
      <button type="button" class="icon small" aria-label={desk.text("remove", { name: file.name })} onClick={() => desk.detach(clientId)}>
        <Icon name="close" />
      </button>
    </li>
  );
}

export const style = `.att{max-width:85%;margin-block-start:4px;display:flex;flex-direction:column;gap:4px}
.own .att{align-items:flex-end}
.pic{display:block;max-width:100%;border-radius:12px;background:var(--sub);box-shadow:0 0 0 1px var(--line)}
.pic.wait{width:200px;height:140px}
.file{display:inline-flex;align-items:center;gap:8px;min-height:36px;padding:4px 10px;border-radius:10px;box-shadow:inset 0 0 0 1px var(--line);max-width:100%;font-size:13px;text-align:start}
.file:hover{background:var(--hov)}
.file svg{width:16px;height:16px;flex:none;color:var(--mut)}
.file span,.up .name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.file small,.up small{font-size:12px;color:var(--mut);flex:none}
.ups{display:grid;grid-template-columns:minmax(0,1fr);gap:6px;max-height:168px;overflow-y:auto;padding:2px;margin-block-end:8px}
.up{display:flex;align-items:center;gap:8px;padding:4px 4px 4px 8px;border-radius:10px;background:var(--sub);font-size:13px}
[dir=rtl] .up{padding-inline:8px 4px}
.up .name,.up small{display:block}
.up.bad{background:var(--bads)}
.up.bad small{color:var(--bad)}
.thumb{flex:none;width:40px;height:40px;border-radius:6px;display:grid;place-items:center;overflow:clip;background:var(--hov);color:var(--mut)}
.thumb svg{width:18px;height:18px}
progress{appearance:none;display:block;width:100%;height:4px;border:0;border-radius:2px;background:var(--line);overflow:clip}
progress::-webkit-progress-bar{background:var(--line)}
progress::-webkit-progress-value{background:var(--link)}
progress::-moz-progress-bar{background:var(--link)}
@media(pointer:coarse){.file{min-height:44px}}
@media(forced-colors:active){.file,.up{border:1px solid CanvasText}}`;
