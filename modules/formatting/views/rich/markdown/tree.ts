// The document of the formatted field as JSON. A paragraph is one line of the text: Enter begins a line, an empty line is an empty paragraph.
export interface Mark {
  readonly type: "bold" | "italic" | "strike" | "code" | "link";
  readonly attrs?: { readonly href: string; readonly title: string | null };
}
export interface Node {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>> | undefined;
  readonly content?: readonly Node[] | undefined;
  readonly marks?: readonly Mark[] | undefined;
  readonly text?: string | undefined;
}

export const textNode = (text: string, marks: readonly Mark[] = []): Node => ({ type: "text", text, ...(marks.length > 0 && { marks }) });
export const paragraph = (content: readonly Node[] = []): Node => ({ type: "paragraph", ...(content.length > 0 && { content }) });

/** Identifies a mark with its address. */
export const keyOf = (mark: Mark): string =>
  mark.type === "link" ? `link ${JSON.stringify([mark.attrs?.href, mark.attrs?.title ?? null])}` : mark.type;
export const sameMarks = (a: readonly Mark[] = [], b: readonly Mark[] = []): boolean =>
  a.length === b.length && a.every((mark) => b.some((other) => keyOf(other) === keyOf(mark)));

/** Joins neighbours with the same marks. */
export function joined(nodes: readonly Node[]): Node[] {
  const out: Node[] = [];
  for (const node of nodes) {
    const before = out.at(-1);
    if (before && sameMarks(before.marks, node.marks)) out[out.length - 1] = { ...before, text: `${before.text}${node.text}` };
    else if (node.text !== "") out.push(node);
  }
  return out;
}
