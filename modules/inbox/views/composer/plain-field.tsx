// The composer's plain text field, which shows Markdown source. It is what is there at once, and what remains if nothing else can be loaded.
import type { FieldHandle, FieldProps } from "#modules/formatting/views";
import { useImperativeHandle, useLayoutEffect, useRef } from "react";

interface PlainFieldProps extends FieldProps {
  /** What is selected as it takes the place of the formatted field; undefined if that did not have the focus. */
  readonly start: readonly [from: number, to: number] | undefined;
}

export function PlainField({ handle, label, placeholder, text, onText, onKeyDown, start }: PlainFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(handle, (): FieldHandle => {
    const field = area.current as HTMLTextAreaElement;
    return {
      element: field,
      read: () => ({ text: field.value, from: field.selectionStart, to: field.selectionEnd }),
      write: (next, select) => {
        field.focus();
        field.select();
        // The only way to change a text that the browser's own undo knows.
        if (!document.execCommand(next === "" ? "delete" : "insertText", false, next)) onText(next);
        if (select) field.setSelectionRange(...select);
      },
      select: (from, to) => field.setSelectionRange(from, to),
    };
  });
  useLayoutEffect(() => {
    if (!start) return;
    area.current?.focus();
    area.current?.setSelectionRange(...start);
  }, [start]);
  return (
    <textarea
      ref={area}
      dir="auto"
      aria-label={label}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => onKeyDown(event.nativeEvent)}
      placeholder={placeholder}
      className="block field-sizing-content max-h-60 min-h-14 w-full resize-none bg-transparent px-3.5 py-2 text-md outline-none placeholder:text-faint max-lg:text-lg"
    />
  );
}
