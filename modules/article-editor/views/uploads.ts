// Images being uploaded: decorations in the text with progress, error and retry, which are never part of the document.
import { Extension, type Editor } from "@tiptap/core";
import { NodeSelection, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { m } from "#messages";
import type { ArticleEditorProps } from "./props.ts";

interface Places {
  readonly set: DecorationSet;
}
type Change = { readonly add: { readonly id: number; readonly pos: number; readonly element: HTMLElement } } | { readonly remove: number };
const key = new PluginKey<Places>("uploads");

/** How the editor uploads an image, and announces progress to screen readers. */
export interface UploadCallbacks {
  upload: ArticleEditorProps["upload"];
  announce(message: string): void;
}

let made = 0;

/** Stores the images one after the other and puts each where it was dropped. */
export function addImages(editor: Editor, files: readonly File[], at: number | undefined, callbacks: UploadCallbacks): void {
  for (const file of files) {
    if (file.type.startsWith("image/")) start(editor, file, at ?? editor.state.selection.to, callbacks);
    else callbacks.announce(m.help_editor_upload_no_image({ name: file.name }));
  }
}
export const imagesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])].filter((file) => file.type.startsWith("image/"));

function start(editor: Editor, file: File, pos: number, { upload, announce }: UploadCallbacks): void {
  const id = (made += 1);
  const aborted = new AbortController();
  const box = placeholder(file.name, {
    retry: () => void run(),
    remove: () => {
      aborted.abort();
      change(editor.view, { remove: id });
      editor.commands.focus();
    },
  });
  change(editor.view, { add: { id, pos, element: box.element } });
  void run();

  async function run(): Promise<void> {
    box.progress(0);
    announce(m.help_editor_uploading({ name: file.name }));
    try {
      const stored = await upload(file, { onProgress: box.progress, signal: aborted.signal });
      if (editor.isDestroyed) return;
      const place = placeOf(editor.view, id);
      change(editor.view, { remove: id });
      // Its place was deleted meanwhile, so the image is not wanted any more.
      if (place === undefined) return;
      editor
        .chain()
        .insertContentAt(place, { type: "image", attrs: { src: stored.url, alt: "" } })
        .command(({ tr }) => {
          // Between blocks it was inserted in a paragraph of its own.
          const at = tr.doc.nodeAt(place)?.type.name === "image" ? place : place + 1;
          if (tr.doc.nodeAt(at)?.type.name === "image") tr.setSelection(NodeSelection.create(tr.doc, at));
          return true;
        })
        .run();
      announce(m.help_editor_uploaded({ name: file.name }));
    } catch (error) {
      if (aborted.signal.aborted || editor.isDestroyed) return;
      const why = error instanceof Error && error.message !== "" ? error.message : m.help_editor_upload_failed();
      box.failed(why);
      announce(`${file.name}: ${why}`);
    }
  }
}

const change = (view: EditorView, what: Change): void => {
  if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, what).setMeta("addToHistory", false));
};
const placeOf = (view: EditorView, id: number): number | undefined =>
  key.getState(view.state)?.set.find(undefined, undefined, (spec: { id?: number }) => spec.id === id)[0]?.from;

function placeholder(name: string, on: { retry(): void; remove(): void }) {
  const element = document.createElement("span");
  element.className = "upload";
  element.contentEditable = "false";
  const words = document.createElement("span");
  const bar = document.createElement("progress");
  bar.max = 1;
  bar.setAttribute("aria-label", name);
  const button = (label: string, run: () => void): HTMLButtonElement => {
    const one = document.createElement("button");
    one.type = "button";
    one.textContent = label;
    one.addEventListener("click", run);
    return one;
  };
  const retry = button(m.help_editor_upload_retry(), on.retry);
  const remove = button(m.help_editor_upload_remove(), on.remove);
  element.append(words, bar, retry, remove);
  return {
    element,
    progress(share: number): void {
      words.textContent = name;
      element.dataset["state"] = "running";
      bar.hidden = false;
      retry.hidden = true;
      bar.value = share;
    },
    failed(why: string): void {
      words.textContent = `${name}: ${why}`;
      element.dataset["state"] = "failed";
      bar.hidden = true;
      retry.hidden = false;
    },
  };
}

export const Uploads = Extension.create({
  name: "uploads",
  addProseMirrorPlugins: () => [
    new Plugin<Places>({
      key,
      state: {
        init: () => ({ set: DecorationSet.empty }),
        apply(tr, { set }) {
          const moved = set.map(tr.mapping, tr.doc);
          const what = tr.getMeta(key) as Change | undefined;
          if (!what) return { set: moved };
          if ("remove" in what)
            return { set: moved.remove(moved.find(undefined, undefined, (spec: { id?: number }) => spec.id === what.remove)) };
          const { id, pos, element } = what.add;
          return {
            set: moved.add(tr.doc, [
              Decoration.widget(pos, element, { id, side: 1, key: `upload-${id}`, stopEvent: () => true, ignoreSelection: true }),
            ]),
          };
        },
      },
      props: { decorations: (state) => key.getState(state)?.set },
    }),
  ],
});
