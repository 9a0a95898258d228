// Words and colours of the five scores.
import type { Tone } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import type { Score } from "../contract.ts";

export const SCORE_LABELS: Readonly<Record<Score, () => string>> = {
  1: m.satisfaction_label_1,
  2: m.satisfaction_label_2,
  3: m.satisfaction_label_3,
  4: m.satisfaction_label_4,
  5: m.satisfaction_label_5,
};
export const SCORE_TONES: Readonly<Record<Score, Tone>> = { 1: "bad", 2: "bad", 3: "neutral", 4: "ok", 5: "ok" };
