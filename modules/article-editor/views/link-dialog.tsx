// The dialog that edits a link.
import type { Editor } from "@tiptap/core";
import { getMarkRange } from "@tiptap/core";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import { LinkField } from "./link-field.tsx";
import { linkable } from "#dashboard/editor/linkable.ts";
import type { ArticleEditorProps } from "./props.ts";

/** The URL for typed text: a bare domain gets `https:`, a mail address `mailto:`; undefined when it is not an address. */
export function addressOf(typed: string): string | undefined {
  const text = typed.trim();
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/.]+$/.test(text)) return linkable(`mailto:${text}`);
  if (/^[\w-]+(?:\.[\w-]+)+(?:[/?#:]|$)/.test(text)) return linkable(`https://${text}`);
  return linkable(text);
}

interface Props extends Pick<ArticleEditorProps, "findArticles"> {
  readonly editor: Editor;
  onClose(): void;
}
export function LinkDialog({ editor, findArticles, onClose }: Props) {
  const [{ href, from, to, text: given }] = useState(() => linkAt(editor));
  const [address, setAddress] = useState(href);
  const [text, setText] = useState(given);
  const [wrong, setWrong] = useState(false);
  const asksText = given === "" && from === to;
  const typed = addressOf(address);
  /** Sets the link; `name`: its text if none was entered. */
  function set(path: string, name: string): void {
    const mark = { type: "link", attrs: { href: path, title: null } };
    const chain = editor.chain().focus();
    if (asksText) chain.insertContentAt(from, { type: "text", text: text.trim() || name, marks: [mark] }).run();
    else chain.setTextSelection({ from, to }).setMark("link", mark.attrs).setTextSelection(to).run();
    onClose();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    event.stopPropagation();
    if (typed === undefined) return setWrong(true);
    set(typed, typed.replace(/^mailto:/, ""));
  }
  return (
    <Dialog open onClose={onClose} title={m.help_editor_link()} size="sm">
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        <LinkField
          value={address}
          wrong={wrong}
          findArticles={findArticles}
          isAddress={typed !== undefined}
          onType={(value) => {
            setAddress(value);
            setWrong(false);
          }}
          onTake={({ path, title }) => set(path, title)}
        />
        {asksText && (
          <Field label={m.help_editor_link_text()}>
            <TextInput dir="auto" autoComplete="off" value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button type="submit" variant="primary">
            {m.help_editor_link_set()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function linkAt(editor: Editor): { href: string; from: number; to: number; text: string } {
  const { state } = editor;
  const { selection, schema, doc } = state;
  const type = schema.marks["link"];
  const range = type && getMarkRange(selection.$from, type);
  const { from, to } = range && selection.from >= range.from && selection.to <= range.to ? range : selection;
  const href = range ? String(doc.resolve(range.from).nodeAfter?.marks.find((mark) => mark.type === type)?.attrs["href"] ?? "") : "";
  return { href, from, to, text: doc.textBetween(from, to, " ") };
}
