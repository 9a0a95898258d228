// Asks where a link leads.
import type { Editor } from "@tiptap/core";
import { getMarkRange } from "@tiptap/core";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import { linkable } from "./markdown/tree.ts";

/** What somebody typed as an address: a bare domain gets its scheme, a mail address its own. */
export function addressOf(typed: string): string | undefined {
  const text = typed.trim();
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/.]+$/.test(text)) return linkable(`mailto:${text}`);
  if (/^[\w-]+(?:\.[\w-]+)+(?:[/?#:]|$)/.test(text)) return linkable(`https://${text}`);
  return linkable(text);
}

export function LinkDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const [{ href, from, to, text: given }] = useState(() => linkAt(editor));
  const [address, setAddress] = useState(href);
  const [text, setText] = useState(given);
  const [wrong, setWrong] = useState(false);
  const asksText = given === "" && from === to;
  function submit(event: FormEvent): void {
    event.preventDefault();
    event.stopPropagation();
    const to_ = addressOf(address);
    if (to_ === undefined) return setWrong(true);
    const mark = { type: "link", attrs: { href: to_, title: null } };
    const chain = editor.chain().focus();
    if (asksText) chain.insertContentAt(from, { type: "text", text: text.trim() || to_.replace(/^mailto:/, ""), marks: [mark] }).run();
    else chain.setTextSelection({ from, to }).setMark("link", mark.attrs).setTextSelection(to).run();
    onClose();
  }
  return (
    <Dialog open onClose={onClose} title={m.help_editor_link()} size="sm">
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label={m.help_editor_link_address()} hint={m.help_editor_link_hint()} error={wrong && m.help_editor_link_wrong()}>
          <TextInput
            data-first-focus
            dir="ltr"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            value={address}
            onChange={(event) => {
              setAddress(event.target.value);
              setWrong(false);
            }}
          />
        </Field>
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
