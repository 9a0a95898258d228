// Handles paste and drop: images are uploaded, an address becomes a link or a video, Markdown is converted.
import { type Editor, Extension } from "@tiptap/core";
import { DOMParser, type Schema, Slice } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { embedOf } from "#kernel/rich-text/embeds.ts";
import { mayContainMarkdown } from "#kernel/rich-text/quick.ts";
import { documentOf } from "./convert.ts";
import { linkable } from "#dashboard/editor/linkable.ts";
import { isBold, isFromCodeEditor, isPlain, styleOf, withLists } from "./pasted-html.ts";
import { addImages, imagesOf, type UploadCallbacks } from "./uploads.ts";

export const Pasting = (callbacks: UploadCallbacks) =>
  Extension.create({
    name: "pasting",
    // Before the paste rules of single nodes.
    priority: 200,
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        new Plugin({
          props: {
            transformPastedHTML: withLists,
            clipboardParser: parserOf(editor.schema),
            handlePaste: (_view, { clipboardData }) => {
              const images = imagesOf(clipboardData);
              // A copied spreadsheet also has an image of itself: prefer its HTML.
              if (images.length > 0 && !clipboardData?.types.includes("text/html")) {
                addImages(editor, images, undefined, callbacks);
                return true;
              }
              return pastedText(editor, clipboardData);
            },
            handleDrop: (view, event, _slice, moved) => {
              const images = imagesOf(event.dataTransfer);
              if (moved || images.length === 0) return false;
              event.preventDefault();
              addImages(editor, images, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos, callbacks);
              return true;
            },
          },
        }),
      ];
    },
  });

/** A parser that reads bold, italic and strike from the text of style attributes, because the page's policy disables inline styles. */
function parserOf(schema: Schema): DOMParser {
  const marked = (mark: string, tells: (element: HTMLElement) => boolean) => ({
    tag: "[style]",
    mark,
    consuming: false,
    getAttrs: (element: HTMLElement) => (tells(element) ? null : (false as const)),
  });
  return new DOMParser(schema, [
    // Google Docs wraps the whole copy in a <b> that is not bold.
    { tag: "b[style], strong[style]", skip: true, getAttrs: (element) => (isPlain(styleOf(element, "font-weight")) ? null : false) },
    marked("bold", (element) => !/^H[1-6]$/.test(element.parentElement?.tagName ?? "") && isBold(styleOf(element, "font-weight"))),
    marked("italic", (element) => styleOf(element, "font-style") === "italic"),
    marked("strike", (element) => /line-through/.test(styleOf(element, "text-decoration(?:-line)?"))),
    ...DOMParser.fromSchema(schema).rules,
  ]);
}

function pastedText(editor: Editor, data: DataTransfer | null): boolean {
  const text = data?.getData("text/plain").trim() ?? "";
  if (text === "" || editor.isActive("codeBlock")) return false;
  if (/^https?:\/\/\S+$/i.test(text) && linkable(text) !== undefined) {
    const { empty, $from } = editor.state.selection;
    if (!empty) return editor.chain().setMark("link", { href: text, title: null }).run();
    if (
      embedOf(text) &&
      $from.parent.type.name === "paragraph" &&
      $from.parent.content.size === 0 &&
      !editor.isActive("table") &&
      !editor.isActive("listItem")
    )
      return editor.commands.insertContent({ type: "embed", attrs: { url: text } });
    return editor.commands.insertContent({ type: "text", text, marks: [{ type: "link", attrs: { href: text } }] });
  }
  const html = data?.getData("text/html") ?? "";
  const isCode = isFromCodeEditor([...(data?.types ?? [])], html);
  if (html !== "" && !isCode) return false;
  if (!mayContainMarkdown(text)) return isCode && editor.view.pasteText(text);
  const { content } = documentOf(editor.schema, text);
  // A single paragraph is pasted into the line, several as blocks.
  const open = content.childCount === 1 && content.firstChild?.type.name === "paragraph" ? 1 : 0;
  editor.view.dispatch(
    editor.state.tr
      .replaceSelection(new Slice(content, open, open))
      .scrollIntoView()
      .setMeta("paste", true),
  );
  return true;
}
