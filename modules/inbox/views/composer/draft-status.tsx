// What is told of a text while it is written. Components of their own, so that a letter draws them and not the composer.
import { useStore } from "#dashboard/store.ts";
import { m } from "#messages";
import { MAX_CONTENT, signed } from "#modules/conversations/contract";
import { useSyncExternalStore } from "react";
import type { DraftState } from "./use-draft.ts";

/** From where it is told how many characters are left. */
const FEW = 500;
export function CharactersLeft({ text, signature }: { text: DraftState["text"]; signature: string }) {
  const left = useSyncExternalStore(text.subscribe, () => Math.min(FEW, MAX_CONTENT - signed(text.get().trim(), signature).length));
  if (left === FEW) return null;
  return (
    <p role="status" className={`px-3.5 pb-1 text-2xs ${left < 0 ? "text-bad-text" : "text-muted"}`}>
      {left < 0 ? m.dashboard_too_long({ count: -left }) : m.dashboard_characters_left({ count: left })}
    </p>
  );
}

export function Saved({ state }: { state: DraftState["saved"] }) {
  const saved = useStore(state);
  return (
    // A line of its own: beside the tools of a phone there is no room for the words.
    <p role="status" className={`px-3.5 text-end text-2xs ${saved === "failed" ? "text-bad-text" : "text-muted"}`}>
      {saved === "saved" ? m.conversations_draft_saved() : saved === "failed" ? m.conversations_draft_failed() : ""}
    </p>
  );
}

/** Covers the composer while files are dragged over it. */
export const DropHint = () => (
  <p className="pointer-events-none absolute inset-0 z-10 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-soft text-sm font-medium text-accent-text">
    {m.conversations_drop_files()}
  </p>
);
