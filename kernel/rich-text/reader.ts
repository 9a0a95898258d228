// Builds the Markdown parsers of messages and articles. Written here because its time must be linear in the length of the text:
// docs/decisions/0023-markdown-in-linear-time.md.
import { blocksOf, type Block, type Item, type List } from "./read/blocks.ts";
import { type Flavour, inlines, named, typedLines } from "./read/inlines.ts";
import type { Definitions } from "./read/links.ts";
import { type RichText, withoutBidiOverrides } from "./tree.ts";

/** Differences between messages and articles. */
export interface Dialect<X> extends Flavour<X> {
  /** Whether task items become nodes with `done`; otherwise they begin with a ☐ or ☑ character. */
  readonly tasks?: boolean;
}

const TASK = /^\[([ xX])\](?=\s)/;

/**
 * Makes a parser (GitHub flavoured Markdown). Raw HTML becomes text, unsafe links their text; delimiters without meaning, or nested
 * deeper than sixteen levels, stay text. The time is linear in the length of the text.
 */
export function reader<X extends { readonly type: string }>(dialect: Dialect<X>): (markdown: string) => RichText<X>[] {
  type Node = RichText<X>;
  const { tasks = false } = dialect;

  return (markdown) => {
    const links: Definitions = new Map();
    const words = (text: string): Node[] => inlines(text, links, dialect);

    // A definition that cannot be a link is text that somebody wrote, such as the log line `[ERROR]: timeout`.
    const shown = (block: Block): boolean => block.type !== "definition" || dialect.href(named(block.href)) === undefined;
    const all = (blocks: readonly Block[]): Node[] => blocks.filter(shown).map(one);

    function one(block: Block): Node {
      switch (block.type) {
        case "paragraph":
          return { type: "paragraph", children: words(block.text) };
        case "heading":
          return { type: "heading", level: block.level, children: words(block.text) };
        case "code":
          return { type: "codeblock", text: block.text, language: block.language };
        case "html":
        case "definition":
          return { type: "paragraph", children: typedLines(block.text) };
        case "quote":
          return { type: "quote", children: all(block.children) };
        case "list":
          return { type: "list", ordered: block.ordered, start: block.start, children: block.children.map((child) => item(child, block)) };
        case "table": {
          const [head = [], ...rows] = block.rows.map((row) => row.map(words));
          return { type: "table", head, rows, ...(block.align.some((align) => align !== null) ? { align: block.align } : {}) };
        }
        default:
          return { type: "hr" };
      }
    }

    function item({ children }: Item, { loose }: List): Node {
      const first = children[0];
      const done = first?.type === "paragraph" ? TASK.exec(first.text)?.[1] : undefined;
      const nodes = children.flatMap((block, i): Node[] => {
        if (block.type !== "paragraph") return all([block]);
        const task = i === 0 && done !== undefined;
        const text = words(task ? block.text.slice(3).trimStart() : block.text);
        const shown: Node[] = task && !tasks ? [{ type: "text", text: done === " " ? "☐ " : "☑ " }, ...text] : text;
        return loose ? [{ type: "paragraph", children: shown }] : shown;
      });
      return tasks && done !== undefined ? { type: "item", children: nodes, done: done !== " " } : { type: "item", children: nodes };
    }

    return all(blocksOf(withoutBidiOverrides(markdown), links));
  };
}
