// The composer's button that inserts articles. The picker is loaded on the first click.
import { IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { BookOpen } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { InsertProps } from "./picker.tsx";

const Picker = lazy(() => import("./picker.tsx"));

export default function InsertButton(props: Omit<InsertProps, "onClose">) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  // "/" at the beginning of a line opens the picker too.
  useEffect(() => {
    const form = place.current?.closest("form");
    const pressed = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.key !== "/" || event.isComposing || !(target instanceof HTMLTextAreaElement)) return;
      const { value, selectionStart } = target;
      if (selectionStart > 0 && value[selectionStart - 1] !== "\n") return;
      event.preventDefault();
      setOpen(true);
    };
    form?.addEventListener("keydown", pressed);
    return () => form?.removeEventListener("keydown", pressed);
  }, []);
  // The focus returns to the text, wherever the picker was opened from.
  const insert = (text: string): void => {
    props.insert(text);
    place.current?.closest("form")?.querySelector("textarea")?.focus();
  };
  return (
    <span ref={place}>
      <IconButton label={m.help_insert()} shortcut="/" icon={BookOpen} onClick={() => setOpen(true)} />
      <Suspense>{open && <Picker {...props} insert={insert} onClose={() => setOpen(false)} />}</Suspense>
    </span>
  );
}
