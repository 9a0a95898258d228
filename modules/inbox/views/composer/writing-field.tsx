// The composer's text field: plain at first, formatted as soon as its code is here and the change disturbs nobody.
import { type FieldHandle, type FieldProps, loadRichField, richField } from "#modules/formatting/views";
import { whenIdle } from "#dashboard/when-idle.ts";
import { type Store, useStore } from "#dashboard/store.ts";
import { m } from "#messages";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { PlainField } from "./plain-field.tsx";

type Selection = readonly [from: number, to: number] | undefined;
interface WritingFieldProps extends Omit<FieldProps, "handle" | "text"> {
  readonly text: Store<string>;
  /** The field that is there now; null for the moment between two. */
  onField(handle: FieldHandle | null): void;
  readonly enterSends: boolean;
  /** The member wants to see the source. */
  readonly prefersPlain: boolean;
  /** It was formatted a moment ago, for the other kind of text. */
  readonly startsFormatted: boolean;
}
/** Nobody types for so long: the field may change under the fingers. In milliseconds. */
const PAUSE = 400;
const LOOK_AGAIN = 200;

export function WritingField({ text: written, onField, enterSends, prefersPlain, startsFormatted, ...rest }: WritingFieldProps) {
  const text = useStore(written);
  const props = { ...rest, text };
  const [shown, setShown] = useState<{ readonly formatted: boolean; readonly start: Selection }>(() => ({
    formatted: startsFormatted && !prefersPlain && richField()?.fits(props.text) === true,
    start: undefined,
  }));
  const [isUnfit, setUnfit] = useState(false);
  const looked = useRef<{ readonly text: string; readonly fits: boolean; readonly looksPlain: boolean }>(undefined);
  const place = useRef<HTMLDivElement>(null);
  const lastKey = useRef(0);
  const composing = useRef(false);
  const { formatted, start } = shown;
  const field = useRef<FieldHandle>(null);
  const take = useCallback(
    (handle: FieldHandle | null) => {
      field.current = handle;
      onField(handle);
    },
    [onField],
  );

  const swap = useEffectEvent((): boolean => {
    const rich = richField();
    const plain = field.current;
    if (!rich || !plain || composing.current) return false;
    const hasFocus = plain.element === document.activeElement;
    const now = plain.read();
    // What a frame has not drawn yet.
    if (now.text !== props.text) return false;
    // A list that a tool has opened is about this field.
    if (plain.element.hasAttribute("aria-controls")) return false;
    if (hasFocus && performance.now() - lastKey.current < PAUSE) return false;
    // What is selected is what a menu that took the focus is about.
    if (!hasFocus && now.from !== now.to) return false;
    if (looked.current?.text !== now.text)
      looked.current = { text: now.text, fits: rich.fits(now.text), looksPlain: rich.looksPlain(now.text) };
    const { fits, looksPlain } = looked.current;
    setUnfit(!fits);
    if (!fits || (hasFocus && !looksPlain)) return false;
    flushSync(() => {
      setShown({ formatted: true, start: hasFocus ? [now.from, now.to] : undefined });
    });
    return true;
  });
  useEffect(() => {
    if (prefersPlain) setShown({ formatted: false, start: undefined });
    if (formatted || prefersPlain) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = (): void => {
      if (!isOver && !swap()) timer = setTimeout(look, LOOK_AGAIN);
    };
    const begin = (): void => {
      if (isOver) return;
      // Without its code the plain field stays; the next conversation tries again.
      void loadRichField().then(look, () => undefined);
    };
    if (richField()) timer = setTimeout(look, LOOK_AGAIN);
    else whenIdle(begin);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [formatted, prefersPlain]);

  useEffect(() => {
    const within = place.current;
    const key = (): void => void (lastKey.current = performance.now());
    const composition = (event: Event): void => void (composing.current = event.type === "compositionstart");
    for (const name of ["keydown", "keyup", "input", "pointerdown"]) within?.addEventListener(name, key, true);
    for (const name of ["compositionstart", "compositionend"]) within?.addEventListener(name, composition, true);
    return () => {
      for (const name of ["keydown", "keyup", "input", "pointerdown"]) within?.removeEventListener(name, key, true);
      for (const name of ["compositionstart", "compositionend"]) within?.removeEventListener(name, composition, true);
    };
  }, []);

  const Rich = formatted ? richField()?.RichField : undefined;
  return (
    <div ref={place} className="text-md max-lg:text-lg">
      {Rich ? (
        <Rich
          {...props}
          handle={take}
          start={start}
          enterSends={enterSends}
          onUnfit={(text, select) => {
            setUnfit(true);
            setShown({ formatted: false, start: select });
            if (text !== props.text) props.onText(text);
          }}
        />
      ) : (
        <PlainField {...props} handle={take} start={start} />
      )}
      {isUnfit && !formatted && !prefersPlain && (
        <p role="status" className="px-3.5 pb-1 text-2xs text-muted">
          {m.conversations_shown_as_source()}
        </p>
      )}
    </div>
  );
}
