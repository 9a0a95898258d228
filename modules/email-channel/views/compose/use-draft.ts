// The text of a dialog that writes a mail, kept while it is written.
import { useMe } from "#dashboard/session.tsx";
import { useEffect, useState } from "react";
import { blank, drop, keep, type Kept, readKept } from "./saved-drafts.ts";

/** `start` stands in what nobody wrote yet. */
export function useLetter(key: string, start: Partial<Kept> = {}) {
  const me = useMe().id;
  const [letter, setLetter] = useState<Kept>(() => readKept(me, key) ?? { ...blank(key), ...start });
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    if (touched) keep(me, letter);
  }, [me, letter, touched]);
  /** Whoever changes a mail writes another one: what was sent under its clientId stays what it was. */
  function change(to: (held: Kept) => Partial<Kept>): void {
    setTouched(true);
    setLetter((held) => ({ ...held, ...to(held), clientId: crypto.randomUUID() }));
  }
  return {
    letter,
    change,
    write: (to: Partial<Kept>): void => change(() => to),
    /** It was sent. */
    done: () => drop(me, key),
  };
}
