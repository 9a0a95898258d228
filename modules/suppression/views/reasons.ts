// What the reasons of suppressions are called.
import type { Tone } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import type { SuppressionReason } from "../contract.ts";

export const REASON_LABELS: Readonly<Record<SuppressionReason, () => string>> = {
  opted_out: m.suppression_reason_opted_out,
  complaint: m.suppression_reason_complaint,
  hard_bounce: m.suppression_reason_hard_bounce,
  by_hand: m.suppression_reason_by_hand,
  imported: m.suppression_reason_imported,
  answered_no: m.suppression_reason_answered_no,
};
export const REASON_TONES: Readonly<Record<SuppressionReason, Tone>> = {
  ...{ opted_out: "warn", complaint: "bad", hard_bounce: "warn" },
  ...{ by_hand: "neutral", imported: "neutral", answered_no: "neutral" },
};
