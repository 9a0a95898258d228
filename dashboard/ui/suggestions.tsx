// The list that opens while a word after `/` or `@` is typed in a text field. The focus stays in the field.
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { type TriggerWord, triggerWordAt } from "./word-at.ts";

interface SuggestionsProps<T> {
  /** The character that begins the word. */
  readonly trigger: string;
  /** An element inside the form of the text field. */
  readonly within: RefObject<HTMLElement | null>;
  /** The text field, and its text with the caret. */
  field(): HTMLElement | null;
  read(): { readonly text: string; readonly to: number };
  /** Where the list appears: above the field. */
  readonly above: HTMLElement;
  readonly label: string;
  /** What fits a word, best first; undefined while it is loading. */
  find(query: string): readonly T[] | undefined;
  keyOf(item: T): string;
  draw(item: T): ReactNode;
  choose(item: T, word: TriggerWord): void;
  /** How many there are, for screen readers. */
  count(count: number): string;
  /** In place of the list while `find` answers undefined. */
  readonly loading: ReactNode;
  /** In place of the list when nothing fits a word. Without it nothing is shown. */
  empty?(query: string): ReactNode;
  /** Below the list. */
  readonly footer?: ReactNode;
}

/** Whether somebody types, rather than pastes or lets a tool write. The keyboards of phones insert whole words. */
const isTyped = ({ inputType, data }: InputEvent): boolean =>
  !inputType.startsWith("insertFrom") && ((data ?? "").length < 2 || !/\s./.test(data ?? ""));

export function Suggestions<T>(props: SuggestionsProps<T>) {
  const { trigger, within, above, label } = props;
  const id = useId();
  const [word, setWord] = useState<TriggerWord>();
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const choosing = useRef(false);
  const items = word && props.find(word.query);
  const empty = word && items?.length === 0 ? props.empty?.(word.query) : undefined;
  const shown = word !== undefined && (items === undefined || items.length > 0 || empty !== undefined);
  const chosen = items && items.length > 0 ? Math.min(at, items.length - 1) : undefined;

  const close = (): void => setWord(undefined);
  function choose(item: T): void {
    if (!word) return;
    close();
    choosing.current = true;
    props.choose(item, word);
    choosing.current = false;
  }

  const look = useEffectEvent((event: Event | undefined) => {
    const field = event ? event.target : document.activeElement;
    if (choosing.current || field !== props.field() || (event instanceof InputEvent && !isTyped(event))) return close();
    const { text, to } = props.read();
    const found = triggerWordAt(text, to, trigger);
    if (found?.from !== word?.from || found?.query !== word?.query) setAt(0);
    setWord(found);
  });
  /** The caret has moved: the list closes when it leaves the word. */
  const moved = useEffectEvent(() => {
    if (!word) return;
    if (document.activeElement !== props.field()) return close();
    const { text, to } = props.read();
    if (triggerWordAt(text, to, trigger)?.from !== word.from) close();
  });
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!shown || event.isComposing || event.target !== props.field()) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const item = chosen === undefined ? undefined : items?.[chosen];
    if (step !== undefined && items && items.length > 0 && !event.altKey) setAt(((chosen ?? 0) + step + items.length) % items.length);
    else if ((event.key === "Enter" || event.key === "Tab") && item !== undefined && !event.shiftKey && !event.metaKey && !event.ctrlKey)
      choose(item);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const form = within.current?.closest("form");
    const typed = (event: Event): void => look(event);
    const left = (): void => moved();
    const key = (event: KeyboardEvent): void => pressed(event);
    const caret = (): void => moved();
    form?.addEventListener("input", typed);
    // Before the field, whose own keys would be the first otherwise.
    form?.addEventListener("keydown", key, true);
    form?.addEventListener("focusout", left);
    document.addEventListener("selectionchange", caret);
    // The word whose first character loaded this code.
    look(undefined);
    return () => {
      form?.removeEventListener("input", typed);
      form?.removeEventListener("keydown", key, true);
      form?.removeEventListener("focusout", left);
      document.removeEventListener("selectionchange", caret);
    };
  }, [within]);

  const active = chosen === undefined ? undefined : `${id}-${chosen}`;
  const fieldNow = useEffectEvent(() => props.field());
  // The field belongs to somebody else, so its attributes are set for as long as the list is open.
  useLayoutEffect(() => {
    const field = fieldNow();
    if (!field || !shown) return;
    const attributes = {
      "aria-autocomplete": "list",
      "aria-haspopup": "listbox",
      "aria-controls": `${id}-list`,
      ...(active === undefined ? {} : { "aria-activedescendant": active }),
    };
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
    return () => Object.keys(attributes).forEach((name) => field.removeAttribute(name));
  }, [shown, id, active]);
  useEffect(() => {
    if (active !== undefined) list.current?.querySelector(`[id="${active}"]`)?.scrollIntoView({ block: "nearest" });
  }, [active]);

  return createPortal(
    <div className="relative">
      <p role="status" className="sr-only">
        {shown && items ? props.count(items.length) : ""}
      </p>
      {shown && (
        <div className="absolute inset-x-0 bottom-1.5 z-20 flex flex-col overflow-hidden rounded-lg bg-surface shadow-3 forced-colors:border">
          {items === undefined ? (
            props.loading
          ) : items.length === 0 ? (
            empty
          ) : (
            <div
              ref={list}
              role="listbox"
              id={`${id}-list`}
              aria-label={label}
              // It scrolls, so it has to be reachable without a mouse; the arrows scroll it too.
              tabIndex={0}
              className="grid max-h-[min(38dvh,20rem)] grid-cols-1 gap-0.5 overflow-y-auto overscroll-contain p-1.5"
            >
              {items.map((item, index) => (
                <div
                  key={props.keyOf(item)}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === chosen}
                  // The focus stays in the text.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(item)}
                  className={`min-w-0 cursor-default rounded-sm px-2.5 py-1.5 pointer-coarse:py-2.5 ${index === chosen ? "bg-active" : "hover:bg-hover"}`}
                >
                  {props.draw(item)}
                </div>
              ))}
            </div>
          )}
          {props.footer && items !== undefined && (
            <div className="flex items-center gap-3 border-t border-line px-3 py-1.5 text-2xs text-muted pointer-coarse:hidden">
              {props.footer}
            </div>
          )}
        </div>
      )}
    </div>,
    above,
  );
}
