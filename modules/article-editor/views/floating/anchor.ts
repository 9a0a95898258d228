// The element in the text that a floating bar belongs to.
import type { Editor } from "@tiptap/core";
import { type EditorState, NodeSelection } from "@tiptap/pm/state";

/** What a floating bar belongs to. */
export type AnchorKind = "image" | "codeBlock" | "link" | "table";

/** The element at the cursor; undefined while it is not in the page. */
export function anchorOf({ view }: Editor, { selection }: EditorState, kind: AnchorKind): HTMLElement | undefined {
  const { $from } = selection;
  const asElement = (node: Node | null | undefined): HTMLElement | undefined =>
    node instanceof HTMLElement ? node : (node?.parentElement ?? undefined);
  if (kind === "image") return selection instanceof NodeSelection ? asElement(view.nodeDOM(selection.from)) : undefined;
  if (kind === "link") {
    // At the edge of a link the position is in the text beside it.
    const { node, offset } = view.domAtPos($from.pos);
    const beside = [node, node.childNodes[offset], node.childNodes[offset - 1]];
    return beside.flatMap((one) => asElement(one)?.closest("a") ?? [])[0] ?? asElement(node);
  }
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === kind) return asElement(view.nodeDOM($from.before(depth)));
  return undefined;
}

/** The line or row of a table that the cursor is in, which a bar must not cover. */
export function caretRect({ view }: Editor): DOMRect {
  const { from } = view.state.selection;
  const { node } = view.domAtPos(from);
  const row = (node instanceof Element ? node : node.parentElement)?.closest("tr");
  if (row) return row.getBoundingClientRect();
  const { left, right, top, bottom } = view.coordsAtPos(from);
  return new DOMRect(left, top, right - left, bottom - top);
}
