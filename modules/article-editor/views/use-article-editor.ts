// One editor instance for the life of its screen: created with the text, updated when the text changes elsewhere, and reporting edits.
import { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Selection } from "@tiptap/pm/state";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { documentOf, markdownOf } from "./convert.ts";
import { extensionsFor } from "./extensions.ts";
import { Pasting } from "./paste.ts";
import type { ArticleEditorProps } from "./props.ts";
import { SlashCommands, type SlashMenuState } from "./slash/slash.ts";
import { Uploads } from "./uploads.ts";

// Converting a long text takes longer than a key press may.
const PAUSE = 500;
/** Who types without a pause has the text reported this often, so that a crash loses no more. */
const LONGEST_WAIT = 2000;

export interface Words {
  readonly label: string;
  readonly placeholder: string;
  readonly emptyLine: string;
  /** Id of the text that says how to reach the toolbar. */
  readonly describedBy: string;
  /** The text is being edited as source: the document is rebuilt once, when the source view closes. */
  readonly away: boolean;
  announce(message: string): void;
  onToolbar(): void;
  onLink(): void;
  /** What the slash menu shows. */
  readonly slash: SlashMenuState;
  onImage(): void;
  onVideo(): void;
}

/** The editor inside `place`; undefined before it is created. `flush` reports changes since the last pause. */
export function useArticleEditor(
  place: RefObject<HTMLElement | null>,
  { value, onChange, upload, readOnly = false }: ArticleEditorProps,
  words: Words,
): { editor: Editor | undefined; flush(): string } {
  const [keeper] = useState(() => new ChangeTracker());
  const [editor, setEditor] = useState<Editor>();
  const changed = useEffectEvent(onChange);
  const stored = useEffectEvent(upload);
  const announce = useEffectEvent(words.announce);
  const toolbar = useEffectEvent(words.onToolbar);
  const link = useEffectEvent(words.onLink);
  const image = useEffectEvent(words.onImage);
  const video = useEffectEvent(words.onVideo);
  const first = useEffectEvent(() => ({ value, readOnly, label: words.label }));

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const begun = first();
    const made = new Editor({
      element,
      editable: !begun.readOnly,
      // The styles are in editor.css, because the page's policy forbids the style element that would be injected.
      injectCSS: false,
      extensions: [
        ...extensionsFor(words.placeholder, words.emptyLine),
        Uploads,
        SlashCommands(words.slash, { onImage: () => image(), onVideo: () => video() }),
        Pasting({ upload: (file, options) => stored(file, options), announce: (text) => announce(text) }),
      ],
      editorProps: {
        attributes: {
          role: "textbox",
          "aria-multiline": "true",
          "aria-label": begun.label,
          "aria-describedby": words.describedBy,
          dir: "auto",
          class: "article-text",
        },
        handleKeyDown: (_view, event) => {
          if (event.key === "F10" && event.altKey) {
            toolbar();
            return true;
          }
          if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey) {
            event.stopPropagation();
            link();
            return true;
          }
          return false;
        },
      },
    });
    keeper.begin(made, begun.value, (markdown) => changed(markdown));
    setEditor(made);
    const flush = (): void => void keeper.flush();
    made.on("update", () => keeper.later());
    made.on("blur", flush);
    addEventListener("pagehide", flush);
    return () => {
      removeEventListener("pagehide", flush);
      keeper.flush();
      made.destroy();
      setEditor(undefined);
    };
  }, [keeper, place, words.describedBy, words.placeholder, words.emptyLine, words.slash]);

  useEffect(() => {
    if (editor && !words.away) keeper.take(value);
  }, [editor, keeper, value, words.away]);
  useEffect(() => {
    editor?.setEditable(!readOnly, false);
  }, [editor, readOnly]);
  return { editor, flush: () => keeper.flush() };
}

/** Tracks the document's Markdown and reports changes. */
class ChangeTracker {
  #editor: Editor | undefined;
  #onChange: (markdown: string) => void = () => undefined;
  /** The document and the text that it was made from: while the document is unchanged, that text is its Markdown, canonical or not. */
  #base: { doc: Node; markdown: string } | undefined;
  #last = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the first change was made that is not reported yet. */
  #since = 0;

  begin(editor: Editor, markdown: string, onChange: (markdown: string) => void): void {
    this.#editor = editor;
    this.#onChange = onChange;
    this.#show(markdown);
  }
  /** Takes a text from outside. Our own last text changes nothing. */
  take(markdown: string): void {
    if (markdown === this.#last || !this.#editor) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#show(markdown);
  }
  #show(markdown: string): void {
    const editor = this.#editor;
    if (!editor) return;
    const { state, view, schema } = editor;
    const doc = documentOf(schema, markdown);
    const tr = state.tr.replaceWith(0, state.doc.content.size, doc.content);
    view.dispatch(tr.setSelection(Selection.atStart(tr.doc)).setMeta("addToHistory", false).setMeta("preventUpdate", true));
    this.#base = { doc: editor.state.doc, markdown };
    this.#last = markdown;
  }
  later(): void {
    if (this.#timer === undefined) this.#since = Date.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), Math.max(0, Math.min(PAUSE, this.#since + LONGEST_WAIT - Date.now())));
  }
  flush(): string {
    if (this.#timer === undefined || !this.#editor) return this.#last;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { doc } = this.#editor.state;
    const written = markdownOf(doc);
    const base = this.#base;
    const markdown = base && (base.doc.eq(doc) || markdownOf(base.doc) === written) ? base.markdown : written;
    if (markdown !== this.#last) {
      this.#last = markdown;
      this.#onChange(markdown);
    }
    return markdown;
  }
}
