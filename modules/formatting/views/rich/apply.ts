// Changes a document into another with the smallest replacement, so that undo takes it back in one step and the rest stays what it is.
import { closeHistory } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, TextSelection, type Transaction } from "@tiptap/pm/state";

export function changedInto(state: EditorState, wanted: Node): Transaction {
  const { doc, tr } = state;
  const start = doc.content.findDiffStart(wanted.content);
  const end = doc.content.findDiffEnd(wanted.content);
  if (start === null || end === null) return tr;
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  try {
    tr.replace(start, end.a + overlap, wanted.slice(start, end.b + overlap));
  } catch {
    // It fits nowhere.
  }
  return closeHistory(tr.doc.eq(wanted) ? tr : state.tr.replaceWith(0, doc.content.size, wanted.content));
}

export const selected = (tr: Transaction, from: number, to: number): Transaction =>
  tr.setSelection(
    TextSelection.between(tr.doc.resolve(Math.min(from, tr.doc.content.size)), tr.doc.resolve(Math.min(to, tr.doc.content.size))),
  );
