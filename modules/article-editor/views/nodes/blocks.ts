// Nodes for callouts, videos, images and tables.
import { mergeAttributes, Node } from "@tiptap/core";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { type EditorState, NodeSelection, Plugin, TextSelection } from "@tiptap/pm/state";
import { embedOf } from "#kernel/rich-text/embeds.ts";
import { type Callout as Kind, CALLOUTS, isOwnFile, showable } from "../markdown/tree.ts";
import { inOneLine } from "../pasted-html.ts";
import { calloutName, editorLabels } from "../labels.ts";

const kindOf = (given: string | null): Kind => CALLOUTS.find((kind) => kind === given) ?? "note";
export const Callout = Node.create({
  name: "callout",
  group: "block",
  content: "block+",
  defining: true,
  addAttributes: () => ({ kind: { default: "note" } }),
  parseHTML: () => [{ tag: "[data-callout]", getAttrs: (element) => ({ kind: kindOf(element.getAttribute("data-callout")) }) }],
  renderHTML: ({ node }) => {
    const kind = kindOf(String(node.attrs["kind"]));
    return ["div", { "data-callout": kind, "data-label": calloutName(kind), role: "note", "aria-label": calloutName(kind) }, 0];
  },
  addKeyboardShortcuts() {
    return {
      // At the start of a callout, Backspace removes the callout.
      Backspace: () => {
        const { $from, empty } = this.editor.state.selection;
        if (!empty || $from.parentOffset > 0 || $from.depth < 2) return false;
        const around = $from.node($from.depth - 1);
        return around.type === this.type && $from.index($from.depth - 1) === 0 ? this.editor.commands.lift("callout") : false;
      },
    };
  },
});

/** A video, shown as its address; nothing is loaded from its host. */
export const Embed = Node.create({
  name: "embed",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({ url: { default: "" } }),
  parseHTML: () => [
    {
      tag: "[data-embed]",
      getAttrs: (element) => {
        const url = element.getAttribute("data-embed") ?? "";
        return embedOf(url) ? { url } : false;
      },
    },
  ],
  renderHTML: ({ node }) => {
    const url = String(node.attrs["url"]);
    return ["div", { "data-embed": url }, ["strong", {}, editorLabels.embed(embedOf(url)?.host ?? "")], ["span", { dir: "ltr" }, url]];
  },
  renderText: ({ node }) => String(node.attrs["url"]),
});

/** An image. Own files are displayed; one of another host is shown as its address, because loading it would tell that host who reads. */
export const Image = Node.create({
  name: "image",
  group: "inline",
  inline: true,
  draggable: true,
  addAttributes: () => ({ src: { default: "" }, alt: { default: "" }, title: { default: null } }),
  parseHTML: () => [
    {
      tag: "img[src], [data-image]",
      getAttrs: (element) => {
        const src = showable(element.getAttribute("data-image") ?? element.getAttribute("src") ?? "");
        const alt = element.getAttribute("data-alt") ?? element.getAttribute("alt") ?? "";
        return src === undefined ? false : { src, alt, title: element.getAttribute("title") };
      },
    },
  ],
  renderHTML: ({ node }) => {
    const { src, alt } = node.attrs as { src: string; alt: string };
    if (isOwnFile(src)) return ["img", { src, alt, loading: "lazy", draggable: "false" }];
    return ["span", { "data-image": src, "data-alt": alt }, editorLabels.foreignImage(alt || src)];
  },
  renderText: ({ node }) => String(node.attrs["alt"]),
  // A newly stored image is selected, and typing would replace it.
  addKeyboardShortcuts: () => ({
    Enter: ({ editor }) => {
      const after = afterImage(editor.state);
      return after !== undefined && editor.chain().setTextSelection(after).splitBlock().run();
    },
  }),
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleTextInput({ state, dispatch }, _from, _to, text) {
          const after = afterImage(state);
          if (after === undefined) return false;
          dispatch(state.tr.setSelection(TextSelection.create(state.doc, after)).insertText(text).scrollIntoView());
          return true;
        },
      },
    }),
  ],
});
/** The position after the selected image. */
const afterImage = ({ selection }: EditorState): number | undefined =>
  selection instanceof NodeSelection && selection.node.type.name === "image" ? selection.to : undefined;

// Markdown knows neither merged cells nor widths; a cell holds one paragraph.
const cellAttributes = () => ({
  colspan: { default: 1, parseHTML: () => 1, renderHTML: () => ({}) },
  rowspan: { default: 1, parseHTML: () => 1, renderHTML: () => ({}) },
  colwidth: { default: null, parseHTML: () => null, renderHTML: () => ({}) },
  align: {
    default: null,
    parseHTML: (element: HTMLElement) => {
      const given = element.getAttribute("data-align") ?? element.style.textAlign ?? element.getAttribute("align");
      return given === "left" || given === "center" || given === "right" ? given : null;
    },
    renderHTML: ({ align }: Record<string, unknown>) => (align === null ? {} : { "data-align": align }),
  },
});
export const tables = [
  Table.extend({
    renderHTML: ({ HTMLAttributes }) => ["div", { class: "table" }, ["table", mergeAttributes(HTMLAttributes), ["tbody", 0]]],
    addKeyboardShortcuts() {
      const next = (): boolean => {
        if (!this.editor.isActive("table")) return false;
        return this.editor.commands.goToNextCell() || this.editor.chain().addRowAfter().goToNextCell().run();
      };
      // A cell has one line.
      return {
        ...this.parent?.(),
        Enter: next,
        "Shift-Enter": () => this.editor.isActive("table"),
        "Mod-Enter": () => this.editor.isActive("table"),
      };
    },
  }).configure({ resizable: false, View: null }),
  TableRow,
  TableHeader.extend({ content: "paragraph", addAttributes: cellAttributes, parseHTML: () => [{ tag: "th", contentElement: inOneLine }] }),
  TableCell.extend({ content: "paragraph", addAttributes: cellAttributes, parseHTML: () => [{ tag: "td", contentElement: inOneLine }] }),
];
