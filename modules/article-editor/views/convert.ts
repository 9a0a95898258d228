// Converts between the editor's document and Markdown. Blocks that did not change are not written again.
import type { Node, Schema } from "@tiptap/pm/model";
import { readMarkdown } from "./markdown/read.ts";
import type { Block } from "./markdown/tree.ts";
import { isBlank } from "./markdown/normal.ts";
import { isList, writeBlock } from "./markdown/write.ts";

/** The Markdown as a document of the schema. Blocks that the schema does not accept stay as text. */
export function documentOf(schema: Schema, markdown: string): Node {
  try {
    const doc = schema.nodeFromJSON(readMarkdown(markdown));
    doc.check();
    return doc;
  } catch {
    const content = markdown
      .split(/\n{2,}/)
      .map((text): Block => ({ type: "paragraph", content: text === "" ? [] : [{ type: "text", text }] }));
    return schema.nodeFromJSON({ type: "doc", content });
  }
}

interface Written {
  readonly json: Block;
  readonly blank: boolean;
  readonly texts: Map<boolean, string>;
}
const written = new WeakMap<Node, Written>();
function writtenOf(node: Node): Written {
  const known = written.get(node);
  if (known) return known;
  const json = node.toJSON() as Block;
  const made = { json, blank: isBlank(json), texts: new Map<boolean, string>() };
  written.set(node, made);
  return made;
}

/** The document as Markdown. */
export function markdownOf(doc: Node): string {
  const pieces: string[] = [];
  let other = false;
  let before: Block | undefined;
  for (const node of doc.children) {
    const { json, blank, texts } = writtenOf(node);
    if (blank) continue;
    other = before !== undefined && isList(json) && before.type === json.type ? !other : false;
    const text = texts.get(other) ?? writeBlock(json, other, true);
    texts.set(other, text);
    pieces.push(text);
    before = json;
  }
  return pieces.join("\n\n");
}
