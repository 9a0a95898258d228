// Checks sentences while the model writes them, and shows those that pass: none after the first that does not.
import { checkClaim, checkRelevance, type Relevance } from "../check/check-answer.ts";
import type { AnswerSentence, AnswerSource } from "../contract/answers.ts";
import type { RoundFrames } from "../live/publish.ts";
import { unescaped } from "../prompt.ts";
import { readStreamedDraft } from "../streamed-draft.ts";
import type { Asked } from "./rules.ts";

export interface Shown {
  push(piece: string): void;
  restart(): void;
  /** The sentences that the visitor has seen. */
  proved(): readonly AnswerSentence[];
  text(): string;
}

export function shownOf(
  { question, locale }: Pick<Asked, "question" | "locale">,
  /** Tools add to them while the model works. */
  sources: readonly AnswerSource[],
  relevance: Relevance,
  frames: Pick<RoundFrames, "draft" | "proved">,
): Shown {
  let draft = readStreamedDraft();
  let written = "";
  let isRefused = false;
  const passed: AnswerSentence[] = [];
  const text = (): string => textOf(passed);
  return {
    restart() {
      // What the visitor has seen stays: a second attempt shows nothing until it is complete.
      isRefused = passed.length > 0;
      draft = readStreamedDraft();
      written = "";
    },
    push(piece) {
      written += piece;
      frames.draft(written);
      for (const { text: said, citations } of draft.push(piece)) {
        if (isRefused) return;
        const claim = { text: said, citations: citations.map(({ source, quote }) => ({ source, quote: unescaped(quote) })) };
        const { faults, translated } = checkClaim(claim, sources, locale, question);
        // Relevance is that of the answer so far: a greeting waits for the sentence that proves something.
        const irrelevant = claim.citations.length === 0 ? [] : checkRelevance([...passed, claim], sources, locale, relevance);
        if (faults.length > 0 || irrelevant.length > 0) {
          isRefused = true;
          return;
        }
        passed.push({ ...claim, faults: [], translated });
        if (passed.some((one) => one.citations.length > 0)) frames.proved(text());
      }
    },
    proved: () => (passed.some((one) => one.citations.length > 0) ? passed : []),
    text,
  };
}

/** The sentences as one text. */
export const textOf = (sentences: readonly Pick<AnswerSentence, "text">[]): string => sentences.map(({ text }) => text).join(" ");
