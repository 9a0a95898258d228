// Values that the toolbars show, read from one editor state, because the editor object itself never changes.
import { type Editor, isActive } from "@tiptap/core";
import { type EditorState, NodeSelection } from "@tiptap/pm/state";
import { redoDepth, undoDepth } from "@tiptap/pm/history";
import { useSyncExternalStore } from "react";
import { taskAt } from "./nodes/tasks.ts";

/** The editor's state, updated with each transaction. */
export const useEditorState = (editor: Editor): EditorState =>
  useSyncExternalStore(
    (changed) => {
      editor.on("transaction", changed);
      return () => void editor.off("transaction", changed);
    },
    () => editor.state,
  );

export interface CursorContext {
  readonly marks: Readonly<Record<"bold" | "italic" | "strike" | "code" | "link", boolean>>;
  readonly heading: number | undefined;
  readonly bulletList: boolean;
  readonly orderedList: boolean;
  readonly blockquote: boolean;
  /** Whether the task at the cursor is done; undefined when the cursor is not in a task. */
  readonly task: boolean | undefined;
  readonly callout: string | undefined;
  readonly codeBlock: { readonly language: string } | undefined;
  readonly table: boolean;
  readonly link: { readonly href: string } | undefined;
  readonly image: { readonly pos: number; readonly alt: string } | undefined;
  readonly mayUndo: boolean;
  readonly mayRedo: boolean;
}
/** What the cursor is in. */
export function cursorContextOf(state: EditorState): CursorContext {
  const { selection } = state;
  const { $from } = selection;
  const around = (name: string) => {
    for (let depth = $from.depth; depth > 0; depth -= 1) if ($from.node(depth).type.name === name) return $from.node(depth);
    return undefined;
  };
  const image = selection instanceof NodeSelection && selection.node.type.name === "image" ? selection : undefined;
  const heading = around("heading");
  const code = around("codeBlock");
  const href = isActive(state, "link")
    ? [...$from.marks(), ...($from.nodeAfter?.marks ?? [])].find((mark) => mark.type.name === "link")
    : undefined;
  const mark = (name: string): boolean => isActive(state, name);
  return {
    marks: { bold: mark("bold"), italic: mark("italic"), strike: mark("strike"), code: mark("code"), link: mark("link") },
    heading: heading && Number(heading.attrs["level"]),
    bulletList: around("bulletList") !== undefined,
    orderedList: around("orderedList") !== undefined,
    task: taskAt(state),
    blockquote: around("blockquote") !== undefined,
    callout: around("callout")?.attrs["kind"] as string | undefined,
    codeBlock: code && { language: String(code.attrs["language"] ?? "") },
    table: around("table") !== undefined,
    link: href && { href: String(href.attrs["href"]) },
    image: image && { pos: image.from, alt: String(image.node.attrs["alt"] ?? "") },
    mayUndo: undoDepth(state) > 0,
    mayRedo: redoDepth(state) > 0,
  };
}
