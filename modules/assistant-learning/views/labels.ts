// What causes and states of proposals are called.
import type { Tone } from "#dashboard/ui/chip.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import type { Proposal, STATES } from "../contract.ts";

export const CAUSE_LABELS: Readonly<Record<Proposal["cause"], { label(): string; tone: Tone }>> = {
  unanswered: { label: m.assistant_learning_cause_unanswered, tone: "warn" },
  corrected: { label: m.assistant_learning_cause_corrected, tone: "neutral" },
  negative: { label: m.assistant_learning_cause_negative, tone: "bad" },
  flagged: { label: m.assistant_learning_cause_flagged, tone: "bad" },
};
type Shown = (typeof STATES)[number];
export const STATE_LABELS: Readonly<Record<Shown, () => string>> = {
  open: m.assistant_learning_open,
  accepted: m.assistant_learning_accepted,
  rejected: m.assistant_learning_rejected,
};
/** What a proposal would do, in words. */
export const aimOf = ({ articleId, snippet, title, state }: Proposal): string =>
  (articleId === null && snippet === null) || (state === "accepted" && title === "")
    ? m.assistant_learning_new()
    : m.assistant_learning_change({ title: title === "" ? m.assistant_learning_untitled() : plain(title) });
