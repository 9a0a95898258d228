// The editor's schema: exactly what an article's Markdown can express.
import { Placeholder } from "@tiptap/extensions";
import { StarterKit } from "@tiptap/starter-kit";
import { Callout, Embed, Image, tables } from "./nodes/blocks.ts";
import { Code, Link } from "#dashboard/editor/marks.ts";
import { Tasks } from "./nodes/tasks.ts";

/** `placeholder`: for an empty text. `emptyLine`: for an empty line of a text. */
export const extensionsFor = (placeholder: string, emptyLine: string) => [
  StarterKit.configure({
    code: false,
    link: false,
    underline: false,
    codeBlock: { HTMLAttributes: { spellcheck: "false" } },
    dropcursor: { color: "var(--accent)", width: 2 },
    undoRedo: { depth: 200 },
  }),
  Code,
  Link,
  Callout,
  Embed,
  Image,
  ...tables,
  Tasks,
  Placeholder.configure({
    placeholder: ({ editor, node }) => (editor.isEmpty ? placeholder : node.type.name === "paragraph" ? emptyLine : ""),
    showOnlyWhenEditable: true,
  }),
];
