// The link at the selection.
import type { ComposerLink } from "#dashboard/screen.ts";
import { linkable } from "#dashboard/editor/linkable.ts";
import { type Editor, getMarkRange } from "@tiptap/core";

/** The link that the selection is in, or what would become one. */
export function linkAround(editor: Editor): ComposerLink {
  const { doc, schema, selection } = editor.state;
  const type = schema.marks["link"];
  const range = type && (getMarkRange(selection.$from, type) ?? undefined);
  if (!type || !range) return { words: doc.textBetween(selection.from, selection.to, " "), address: "" };
  const address = String(editor.getAttributes("link")["href"] ?? "");
  return { words: doc.textBetween(range.from, range.to, " "), address };
}

/** Makes the selection a link, or inserts one; without an address the link is taken away. Whether the address can be one. */
export function putLink(editor: Editor, typed: string, words: string): boolean {
  const trimmed = typed.trim();
  if (trimmed === "") return editor.chain().focus().extendMarkRange("link").unsetMark("link").run();
  const href = /^[\w.-]+@[\w-]+\.[\w.-]+$/.test(trimmed)
    ? `mailto:${trimmed}`
    : /^[a-z][a-z\d+.-]*:|^[/#]/i.test(trimmed)
      ? trimmed
      : `https://${trimmed}`;
  if (linkable(href) === undefined || /^[/#]/.test(href)) return false;
  const link = { type: "link", attrs: { href, title: null } };
  const { selection, schema } = editor.state;
  const isIn = schema.marks["link"] !== undefined && getMarkRange(selection.$from, schema.marks["link"]) !== undefined;
  const chain = editor.chain().focus();
  if (isIn || !selection.empty) chain.extendMarkRange("link").setMark("link", link.attrs).run();
  else
    chain
      .insertContent({ type: "text", text: words.trim() || trimmed, marks: [link] })
      .unsetMark("link")
      .run();
  return true;
}
