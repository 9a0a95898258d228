// What the five answers are called in mails and on the page behind their links.
import { m } from "#messages";
import type { Score } from "./contract.ts";

export const SCORE_WORDS: Record<Score, () => string> = {
  1: m.satisfaction_score_1,
  2: m.satisfaction_score_2,
  3: m.satisfaction_score_3,
  4: m.satisfaction_score_4,
  5: m.satisfaction_score_5,
};
