// Hook for the draft of a mail dialog, saved with each change.
import { useMe } from "#dashboard/session.tsx";
import { useEffect, useState } from "react";
import { blankDraft, dropDraft, saveDraft, type SavedDraft, readSavedDraft } from "./saved-drafts.ts";

/** `start` prefills a new draft. */
export function useDraft(key: string, start: Partial<SavedDraft> = {}) {
  const me = useMe().id;
  const [draft, setDraft] = useState<SavedDraft>(() => readSavedDraft(me, key) ?? { ...blankDraft(key), ...start });
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    if (touched) saveDraft(me, draft);
  }, [me, draft, touched]);
  /** Changes the draft. A changed mail gets a new clientId, because the old one may have been sent already. */
  function change(to: (held: SavedDraft) => Partial<SavedDraft>): void {
    setTouched(true);
    setDraft((held) => ({ ...held, ...to(held), clientId: crypto.randomUUID() }));
  }
  return {
    draft,
    change,
    write: (to: Partial<SavedDraft>): void => change(() => to),
    /** Drops the draft after it was sent. */
    done: () => dropDraft(me, key),
  };
}
