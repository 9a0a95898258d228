// What is pasted as plain text stays what it is, line by line; files are the composer's, and formatted text is cleaned by the tools.
import { pastedFiles } from "#dashboard/data-transfer.ts";
import { Fragment, Slice } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";

export function pastePlain(view: EditorView, { clipboardData }: ClipboardEvent): boolean {
  if (!clipboardData) return false;
  if (pastedFiles(clipboardData).length > 0) return true;
  // A copy from this field keeps its formatting.
  if (clipboardData.getData("text/html").includes("data-pm-slice")) return false;
  const text = clipboardData.getData("text/plain").replaceAll(/\r\n?/g, "\n").replaceAll("\0", "");
  if (text === "") return true;
  const { schema, selection } = view.state;
  if (selection.$from.parent.type.spec.code) view.dispatch(view.state.tr.insertText(text).scrollIntoView());
  else {
    const marks = selection.$from.marks().filter(({ type }) => type.name !== "link");
    const lines = text.split("\n").map((line) => schema.node("paragraph", null, line === "" ? [] : [schema.text(line, marks)]));
    view.dispatch(
      view.state.tr
        .replaceSelection(new Slice(Fragment.from(lines), 1, 1))
        .scrollIntoView()
        .setMeta("paste", true),
    );
  }
  return true;
}
