// The composer's formatted text field: Markdown in, Markdown out. Loaded once the page has nothing better to do.
import type { ComposerFormats, FormatName } from "#dashboard/screen.ts";
import { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { type Node as ProseNode } from "@tiptap/pm/model";
import { EditorState } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import { changedInto, selected } from "./apply.ts";
import { linkAround, putLink } from "./link.ts";
import { readMarkdown } from "./markdown/read.ts";
import { knownOf, offsetsOf, positionOf, translated } from "./places.ts";
import { pastePlain } from "./paste.ts";
import type { FieldHandle, RichFieldProps } from "./props.ts";
import { extensionsFor, TYPED } from "./schema.ts";
import "./rich-field.css";

/** Whether the field can hold the text. */
export const fits = (text: string): boolean => readMarkdown(text) !== undefined;
/** Whether the text looks the same in both fields. */
export const looksPlain = (text: string): boolean =>
  readMarkdown(text)?.content?.every(
    ({ type, content = [] }) => type === "paragraph" && content.every(({ marks = [] }) => marks.length === 0),
  ) === true && !text.includes("\\");

const ON: Readonly<Record<FormatName, string>> = {
  bold: "bold",
  italic: "italic",
  strike: "strike",
  code: "code",
  bullets: "bulletList",
  numbers: "orderedList",
  quote: "blockquote",
  codeBlock: "codeBlock",
};

export function RichField(props: RichFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const [field, setField] = useState<Field>();
  const changed = useEffectEvent((text: string) => props.onText(text));
  const unfit = useEffectEvent(props.onUnfit);
  const pressed = useEffectEvent(props.onKeyDown);
  const isEnterTaken = useEffectEvent(() => props.enterSends);
  const placeholder = useEffectEvent(() => props.placeholder);
  const begin = useEffectEvent((element: HTMLElement) => {
    const made = new Field(element, props.text, {
      changed: (text) => changed(text),
      unfit: (text, select) => unfit(text, select),
      pressed: (event) => pressed(event),
      isEnterTaken: () => isEnterTaken(),
      placeholder: () => placeholder(),
    });
    if (props.start) {
      made.select(...props.start);
      made.editor.view.focus();
    }
    return made;
  });
  useLayoutEffect(() => {
    if (!place.current) return;
    const made = begin(place.current);
    setField(made);
    return () => made.destroy();
  }, []);
  useImperativeHandle<FieldHandle | null, FieldHandle | null>(props.handle, () => field ?? null, [field]);
  useEffect(() => field?.take(props.text), [field, props.text]);
  useEffect(() => field?.describe(props.label, props.placeholder), [field, props.label, props.placeholder]);
  return <div ref={place} />;
}

interface Callbacks {
  changed(text: string): void;
  unfit(text: string, select: readonly [number, number] | undefined): void;
  pressed(event: KeyboardEvent): void;
  isEnterTaken(): boolean;
  placeholder(): string;
}

class Field implements FieldHandle {
  readonly editor: Editor;
  readonly formats: ComposerFormats;
  readonly #callbacks: Callbacks;
  readonly #listeners = new Set<() => void>();
  /** The document and the text that it was made from: while the document is unchanged, that text is its Markdown, however it is written. */
  #base: { readonly doc: ProseNode; readonly text: string } | undefined;
  #last = "";
  /** Texts that were reported and did not come back yet: one of them is older than the document, and must not replace it. */
  #reported: string[] = [];
  #isInInput = false;

  constructor(place: HTMLElement, text: string, callbacks: Callbacks) {
    this.#callbacks = callbacks;
    this.editor = new Editor({
      element: place,
      // The styles are in rich-field.css, because the page's policy forbids the style element that would be injected.
      injectCSS: false,
      textDirection: "auto",
      extensions: extensionsFor(callbacks, callbacks.placeholder),
      enableInputRules: TYPED,
      enablePasteRules: false,
      editorProps: {
        attributes: { role: "textbox", "aria-multiline": "true", "data-composer-field": "", spellcheck: "true", class: "rich-field" },
        handleKeyDown: (_view, event) => {
          if (!event.isComposing) callbacks.pressed(event);
          return event.defaultPrevented;
        },
        handlePaste: pastePlain,
        // Files are the thread's, which takes them wherever they are dropped.
        handleDrop: (_view, event) => (event.dataTransfer?.files.length ?? 0) > 0,
      },
    });
    this.formats = this.#makeFormats();
    this.#reset(text);
    this.editor.on("transaction", () => this.#listeners.forEach((listener) => listener()));
    this.editor.on("update", () => this.#report());
    this.#dom.addEventListener("input", this.#onInput);
  }

  get element(): HTMLElement {
    return this.#dom;
  }
  get #view(): EditorView {
    return this.editor.view;
  }
  get #dom(): HTMLElement {
    return this.editor.view.dom;
  }

  destroy(): void {
    this.#dom.removeEventListener("input", this.#onInput);
    this.editor.destroy();
  }

  /** The tools of the composer hear of a change when the document has it. */
  readonly #onInput = (event: Event): void => {
    if (!event.isTrusted) return;
    this.#isInInput = true;
    this.#flush();
    this.#isInInput = false;
  };
  /** Takes over what the browser has changed and the editor has not seen yet. */
  #flush(): void {
    (this.#view as unknown as { domObserver: { flush(): void } }).domObserver.flush();
  }
  #report(): void {
    const text = this.#text;
    if (text === this.#last) return;
    this.#last = text;
    this.#reported.push(text);
    this.#callbacks.changed(text);
    // Keys that the editor takes itself, such as Enter, cause no event of their own.
    if (!this.#isInInput) queueMicrotask(() => this.#announce("insertFromPaste"));
  }
  #announce(inputType: string): void {
    if (!this.editor.isDestroyed) this.#dom.dispatchEvent(new InputEvent("input", { bubbles: true, inputType }));
  }

  get #text(): string {
    const { doc } = this.editor.state;
    return this.#base?.doc.eq(doc) ? this.#base.text : knownOf(doc).written.text;
  }

  read(): { text: string; from: number; to: number } {
    this.#flush();
    const { doc, selection } = this.editor.state;
    const text = this.#text;
    const canonical = knownOf(doc).written.text;
    const { from, to } = offsetsOf(doc, selection.from, selection.to);
    return { text, from: translated(from, canonical, text), to: translated(to, canonical, text) };
  }

  write(text: string, select: readonly [number, number] = [text.length, text.length]): void {
    const wanted = this.#documentOf(text);
    if (!wanted) return this.#callbacks.unfit(text, select);
    this.#flush();
    const tr = changedInto(this.editor.state, wanted);
    this.#base = { doc: wanted, text };
    this.#view.dispatch(selected(tr, ...this.#positions(wanted, text, select)).scrollIntoView());
    this.#view.dispatch(closeHistory(this.editor.state.tr));
  }

  select(from: number, to: number): void {
    const { doc, tr } = this.editor.state;
    this.#view.dispatch(selected(tr, ...this.#positions(doc, this.#text, [from, to])).scrollIntoView());
  }
  #positions(doc: ProseNode, text: string, [from, to]: readonly [number, number]): [number, number] {
    const canonical = knownOf(doc).written.text;
    return [positionOf(doc, translated(from, text, canonical)), positionOf(doc, translated(to, text, canonical))];
  }

  #documentOf(text: string): ProseNode | undefined {
    const tree = readMarkdown(text);
    if (!tree) return undefined;
    try {
      const doc = this.editor.schema.nodeFromJSON(tree);
      doc.check();
      return doc;
    } catch {
      return undefined;
    }
  }

  /** Takes a text from outside, such as the draft of another device. What was undone before it is of another text. */
  take(text: string): void {
    const own = this.#reported.lastIndexOf(text);
    if (own >= 0) this.#reported.splice(0, own + 1);
    else if (text !== this.#last) this.#reset(text);
  }
  #reset(text: string): void {
    const doc = this.#documentOf(text);
    if (!doc) return this.#callbacks.unfit(text, undefined);
    this.#last = text;
    this.#reported = [];
    this.#base = { doc, text };
    const { plugins } = this.editor.state;
    const state = EditorState.create({ doc, plugins });
    this.#view.updateState(state.apply(selected(state.tr, doc.content.size, doc.content.size)));
    this.#listeners.forEach((listener) => listener());
  }

  describe(label: string, placeholder: string): void {
    this.#dom.setAttribute("aria-label", label);
    this.#dom.setAttribute("aria-placeholder", placeholder);
    // Draws the placeholder again.
    this.#view.dispatch(this.editor.state.tr.setMeta("addToHistory", false));
  }

  #makeFormats(): ComposerFormats {
    const { editor } = this;
    return {
      isOn: (name) => editor.isActive(ON[name]),
      toggle: (name) => {
        const chain = editor.chain().focus();
        if (name === "bullets") chain.toggleBulletList().run();
        else if (name === "numbers") chain.toggleOrderedList().run();
        else if (name === "quote") chain.toggleBlockquote().run();
        else if (name === "codeBlock") chain.toggleCodeBlock().run();
        else chain.toggleMark(name).run();
      },
      link: () => linkAround(editor),
      putLink: (address, words) => putLink(editor, address, words),
      subscribe: (listener) => {
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
      },
    };
  }
}
