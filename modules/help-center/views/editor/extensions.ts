// What the editor's schema is made of: exactly what an article's Markdown can say.
import { Extension } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import { StarterKit } from "@tiptap/starter-kit";
import { Callout, Embed, Image, tables } from "./nodes/blocks.ts";
import { Code, Link } from "./nodes/marks.ts";

/** An item of a task list says whether it is done. */
const Tasks = Extension.create({
  name: "tasks",
  addGlobalAttributes: () => [
    {
      types: ["listItem"],
      attributes: {
        checked: {
          default: null,
          keepOnSplit: false,
          parseHTML: (element) => {
            const given = element.getAttribute("data-checked");
            return given === null ? null : given === "true";
          },
          renderHTML: ({ checked }) => (typeof checked === "boolean" ? { "data-checked": String(checked) } : {}),
        },
      },
    },
  ],
});

export const extensionsFor = (placeholder: string) => [
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
  Placeholder.configure({ placeholder, showOnlyWhenEditable: true }),
];
