// The composer's button that inserts articles. The picker is loaded on the first click.
import type { composerTool, PropsOf } from "#dashboard/screen.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { BookOpen } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import type { InsertProps } from "./picker.tsx";

const Picker = lazy(() => import("./picker.tsx"));

export default function InsertButton(props: Omit<InsertProps, "onClose"> & Pick<PropsOf<typeof composerTool>, "composer">) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const takeSlash = useEffectEvent((text: string, at: number) => props.composer.write(text, { select: [at, at] }));
  const field = useEffectEvent(() => props.composer.field());
  const read = useEffectEvent(() => props.composer.read());
  // "//" at the beginning of a word opens the picker too; a single "/" is for canned replies.
  useEffect(() => {
    const form = place.current?.closest("form");
    const pressed = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.key !== "/" || event.isComposing || target !== field()) return;
      const { text: value, from: at } = read();
      if (value[at - 1] !== "/" || (at > 1 && !/\s/.test(value[at - 2] ?? ""))) return;
      event.preventDefault();
      event.stopPropagation();
      takeSlash(value.slice(0, at - 1) + value.slice(at), at - 1);
      setOpen(true);
    };
    form?.addEventListener("keydown", pressed, true);
    return () => form?.removeEventListener("keydown", pressed, true);
  }, []);
  // The focus returns to the text, wherever the picker was opened from.
  const insert = (text: string): void => {
    props.insert(text);
    props.composer.focus();
  };
  return (
    <span ref={place}>
      <IconButton label={m.help_insert()} shortcut="/ /" icon={BookOpen} onClick={() => setOpen(true)} />
      <Suspense>{open && <Picker {...props} insert={insert} onClose={() => setOpen(false)} />}</Suspense>
    </span>
  );
}
