// Marks for inline code and links.
import { InputRule, Mark, markInputRule } from "@tiptap/core";
import { linkable } from "./linkable.ts";

/** Inline code, which may also be bold or a link, as Markdown allows. */
export const Code = Mark.create({
  name: "code",
  excludes: "",
  code: true,
  exitable: true,
  parseHTML: () => [{ tag: "code" }],
  renderHTML: ({ HTMLAttributes }) => ["code", HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return { "Mod-e": () => this.editor.commands.toggleMark("code") };
  },
  addInputRules() {
    return [markInputRule({ find: /(?:^|[^`])(`(?!`)([^`]+)`)$/, type: this.type })];
  },
});

/** A link. It is opened from the toolbar, not by a click into the text. */
export const Link = Mark.create({
  name: "link",
  inclusive: false,
  exitable: true,
  addAttributes: () => ({ href: { default: "" }, title: { default: null } }),
  parseHTML: () => [
    {
      tag: "a[href]",
      getAttrs: (element) => {
        const href = linkable(element.getAttribute("href") ?? "");
        return href === undefined ? false : { href, title: element.getAttribute("title") };
      },
    },
  ],
  renderHTML: ({ mark }) => [
    "a",
    { href: linkable(String(mark.attrs["href"])) ?? "#", title: mark.attrs["title"], rel: "noopener nofollow" },
    0,
  ],
  addInputRules() {
    return [
      // Matches an address and the space after it.
      new InputRule({
        find: /(?:^|\s)(https?:\/\/[^\s<>"']+[a-z\d/]) $/i,
        handler: ({ state, range, match }) => {
          const address = match[1] ?? "";
          const from = range.from + match[0].indexOf(address);
          const to = from + address.length;
          if (state.doc.rangeHasMark(from, to, this.type)) return null;
          state.tr.addMark(from, to, this.type.create({ href: address })).removeStoredMark(this.type);
          return undefined;
        },
      }),
    ];
  },
});
