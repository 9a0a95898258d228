// Shows whether the draft is saved.
import { m } from "#messages";
import { Check, CloudOff, LoaderCircle, PencilLine, TriangleAlert } from "lucide-react";
import type { SaveState } from "./use-draft.ts";

export function SaveIndicator({ state }: { state: SaveState }) {
  const [icon, words] = appearanceOf(state);
  const Glyph = icon;
  return (
    <p
      role="status"
      className={`flex min-w-0 items-center gap-1.5 text-xs ${state.kind === "offline" || state.kind === "conflict" ? "text-warn-text" : state.kind === "refused" ? "text-bad-text" : "text-muted"}`}
    >
      <Glyph className="size-3.5 shrink-0" aria-hidden />
      <span className="wrap-anywhere">{words}</span>
    </p>
  );
}
function appearanceOf(state: SaveState) {
  switch (state.kind) {
    case "saved":
      return [Check, m.help_saved()] as const;
    case "waiting":
      return [PencilLine, m.help_waiting()] as const;
    case "saving":
      return [LoaderCircle, m.help_saving()] as const;
    case "offline":
      return [CloudOff, state.kept ? m.help_kept_here() : m.help_not_kept()] as const;
    case "conflict":
      return [TriangleAlert, m.help_conflict()] as const;
    case "refused":
      return [TriangleAlert, state.why] as const;
  }
}
