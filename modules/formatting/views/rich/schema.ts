// What the formatted field can hold: what the thread shows of a message, but headings, tables and rules. A paragraph is one line.
import { Code, Link } from "#dashboard/editor/marks.ts";
import { Extension, getMarkType, getNodeType, markInputRule, wrappingInputRule } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import { StarterKit } from "@tiptap/starter-kit";

/** What the keys of lines depend on. */
export interface LineKeys {
  /** Enter sends, so that Shift and Enter do what Enter does otherwise. */
  isEnterTaken(): boolean;
}

// Where Markdown would begin and end a mark: at a word, so that products such as `2 * 3` stay what they are.
const TYPED_MARKS = [
  ["bold", /(?<![\w*])\*\*(?![\s*])([^*]*[^\s*])\*\*$/],
  ["bold", /(?<![\w_])__(?![\s_])([^_]*[^\s_])__$/],
  ["italic", /(?<![\w*])\*(?![\s*])([^*]*[^\s*])\*$/],
  ["italic", /(?<![\w_])_(?![\s_])([^_]*[^\s_])_$/],
  ["strike", /(?<![\w~])~~(?![\s~])([^~]*[^\s~])~~$/],
] as const;
/** Whose rules for typed Markdown are used; those of the marks are looser than Markdown. */
export const TYPED = ["lines", "bulletList", "orderedList", "blockquote", "codeBlock", "code"];

const Lines = ({ isEnterTaken }: LineKeys) =>
  Extension.create({
    name: "lines",
    // Before the keys of lists.
    priority: 200,
    addGlobalAttributes: () => [{ types: ["orderedList"], attributes: { sign: { default: ".", rendered: false, parseHTML: () => "." } } }],
    addInputRules() {
      const { schema } = this.editor;
      return [
        ...TYPED_MARKS.map(([name, find]) => markInputRule({ find, type: getMarkType(name, schema) })),
        wrappingInputRule({
          find: /^(\d{1,9})\)\s$/,
          type: getNodeType("orderedList", schema),
          getAttributes: ([, start]) => ({ start: Number(start), sign: ")" }),
        }),
      ];
    },
    addKeyboardShortcuts() {
      const { editor } = this;
      return {
        "Shift-Enter": () =>
          editor.commands.first(({ commands }) => [
            () => commands.newlineInCode(),
            ...(isEnterTaken() ? [() => commands.splitListItem("listItem"), () => commands.liftEmptyBlock()] : []),
            () => commands.splitBlock(),
          ]),
        // What was typed and became formatting stays as it was typed.
        "Mod-z": () => editor.commands.undoInputRule() || editor.commands.undo(),
      };
    },
  });

export const extensionsFor = (keys: LineKeys, placeholder: () => string) => [
  StarterKit.configure({
    code: false,
    link: false,
    underline: false,
    heading: false,
    horizontalRule: false,
    hardBreak: false,
    trailingNode: false,
    codeBlock: { HTMLAttributes: { spellcheck: "false" } },
    dropcursor: { color: "var(--accent)", width: 2 },
    undoRedo: { depth: 200 },
  }),
  Code,
  // An address is a link wherever it is read; typing one needs no mark.
  Link.extend({ addInputRules: () => [] }),
  Lines(keys),
  Placeholder.configure({ placeholder: () => placeholder(), showOnlyWhenEditable: true }),
];
