/** @jsxRuntime classic */
/** @jsx h */
// Attachments in messages and uploads; a chunk of its own. Images are drawn on a canvas: the page's `img-src` may forbid blob URLs.
import type { Attachment } from "#modules/files/contract";
import { panelPaths } from "../panel/paths.ts";
import type { PanelController } from "../panel/controller.ts";
import { h } from "../panel/dom.ts";
import { sizeOf } from "./file-size.ts";
import { drawing, Icon } from "../panel/icons.tsx";
import type { Upload } from "../panel/state.ts";
import { draw, drawInSight } from "./picture.ts";

const FileIcon = () => drawing("file", "M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8l-5-5Zm0 0v5h5");

async function bytesOf({ engine }: PanelController, id: string): Promise<Blob> {
  const response = await fetch(engine.origin + panelPaths.file(id), {
    headers: { authorization: `Bearer ${engine.session.stored()?.token}` },
    credentials: "omit",
  });
  if (!response.ok) throw new Error(String(response.status));
  return response.blob();
}

function Picture({ controller, file }: { controller: PanelController; file: Attachment }) {
  // Images of a long thread are fetched as they scroll into view.
  const born = (canvas: HTMLCanvasElement) => drawInSight(canvas, () => bytesOf(controller, file.id), 248);
  return <canvas born={born} class="pic wait" role="img" aria-label={controller.text("file_image", { name: file.name })} />;
}

async function download(controller: PanelController, file: Attachment): Promise<void> {
  try {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await bytesOf(controller, file.id));
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch {
    controller.store.set({ hint: controller.text("file_downloadFailed", { name: file.name }) });
  }
}

/** An attachment of a message: its image if it is one, its name, and a download button. */
export function File({ controller, file }: { controller: PanelController; file: Attachment }) {
  return (
    <div class="att" key={file.id}>
      {file.inline && <Picture controller={controller} file={file} />}
      <button type="button" class="file" onclick={() => void download(controller, file)}>
        <FileIcon />
        <span class="sr">{controller.text("file_download")} </span>
        <span dir="auto">{file.name}</span>
        <small>{sizeOf(controller.locale(), file.size)}</small>
      </button>
    </div>
  );
}

function Preview({ file }: { file: Upload["file"] }) {
  const born = (canvas: HTMLCanvasElement) => {
    canvas.hidden = true;
    const show = () => (canvas.hidden = false);
    if (file.type.startsWith("image/")) draw(canvas, file, 40).then(show, () => 0);
  };
  return (
    <span class="thumb" aria-hidden="true">
      <canvas born={born} />
      <FileIcon />
    </span>
  );
}

/** A file that is being attached: its preview, its progress, or why it was refused. */
export function UploadChip({ controller, upload }: { controller: PanelController; upload: Upload }) {
  const { file, failure, done, progress, clientId } = upload;
  const percent = new Intl.NumberFormat(controller.locale(), { style: "percent" }).format(progress);
  const status = failure ? failure.error : done ? sizeOf(controller.locale(), done.size) : percent;
  return (
    <li class={failure ? "up bad" : "up"} key={clientId}>
      <Preview file={file} />
      <span class="grow">
        <span class="name" dir="auto">
          {file.name}
        </span>
        <small role={failure ? "alert" : null}>{status}</small>
        {!failure && !done && (
          <progress max={1} value={progress} aria-label={controller.text("file_uploading", { name: file.name, percent })} />
        )}
      </span>
      {failure && failure.retryAt !== null && (
        <button type="button" class="link" onclick={() => controller.retryUpload(clientId)}>
          {controller.text("retry")}
        </button>
      )}
      <button
        type="button"
        class="icon small"
        aria-label={controller.text("file_remove", { name: file.name })}
        onclick={() => controller.detach(clientId)}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}

/** Covers the panel while files are dragged over it. */
export const DropOverlay = ({ controller }: { controller: PanelController }) => <div class="drop">{controller.text("file_drop")}</div>;

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
.up{display:flex;align-items:center;gap:8px;padding:4px;padding-inline-start:8px;border-radius:10px;background:var(--sub);font-size:13px}
.up .name,.up small{display:block}
.up.bad{background:var(--bads)}
.up.bad small{color:var(--bad)}
.thumb{flex:none;width:40px;height:40px;border-radius:6px;display:grid;place-items:center;overflow:clip;background:var(--hov);color:var(--mut)}
.thumb svg{width:18px;height:18px}
.thumb canvas:not([hidden])+svg{display:none}
progress{appearance:none;display:block;width:100%;height:4px;border:0;border-radius:2px;background:var(--line);overflow:clip}
progress::-webkit-progress-bar{background:var(--line)}
progress::-webkit-progress-value{background:var(--link)}
progress::-moz-progress-bar{background:var(--link)}
.drop{position:absolute;inset:8px;border-radius:12px;border:2px dashed var(--link);background:color-mix(in srgb,var(--bg) 88%,transparent);display:grid;place-items:center;font-weight:600;pointer-events:none}
@media(pointer:coarse){.file{min-height:44px}}
@media(forced-colors:active){.file,.up{border:1px solid CanvasText}progress{appearance:auto;height:8px}}`;
