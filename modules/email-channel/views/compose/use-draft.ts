// The draft of a mail dialog, saved while it is written.
import { useMe } from "#dashboard/session.tsx";
import { useEffect, useState } from "react";
import { blankDraft, dropDraft, saveDraft, type SavedDraft, readSavedDraft } from "./saved-drafts.ts";

/** `start` stands in what nobody wrote yet. */
export function useDraft(key: string, start: Partial<SavedDraft> = {}) {
  const me = useMe().id;
  const [draft, setDraft] = useState<SavedDraft>(() => readSavedDraft(me, key) ?? { ...blankDraft(key), ...start });
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    if (touched) saveDraft(me, draft);
  }, [me, draft, touched]);
  /** Whoever changes a mail writes another one: what was sent under its clientId stays what it was. */
  function change(to: (held: SavedDraft) => Partial<SavedDraft>): void {
    setTouched(true);
    setDraft((held) => ({ ...held, ...to(held), clientId: crypto.randomUUID() }));
  }
  return {
    draft,
    change,
    write: (to: Partial<SavedDraft>): void => change(() => to),
    /** It was sent. */
    done: () => dropDraft(me, key),
  };
}
