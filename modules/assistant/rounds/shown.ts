// Checks sentences while the model writes them, and shows those that pass: none after the first that does not.
import { checkAnswer } from "../check-answer.ts";
import type { Relevance } from "#modules/claim-verification";
import type { AnswerSentence, AnswerSource } from "../contract/answers.ts";
import type { RoundFrames } from "../live/publish.ts";
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
  { locale }: Pick<Asked, "locale">,
  /** Tools add to them while the model works. */
  sources: readonly AnswerSource[],
  relevance: Relevance,
  frames: Pick<RoundFrames, "draft" | "proved">,
): Shown {
  let draft = readStreamedDraft();
  let check = checkAnswer(sources, locale, relevance);
  let written = "";
  let isRepeated = false;
  const passed: AnswerSentence[] = [];
  const text = (): string => textOf(passed);
  return {
    restart() {
      // What the visitor has seen stays: a second attempt shows nothing until it is complete.
      isRepeated = passed.length > 0;
      draft = readStreamedDraft();
      check = checkAnswer(sources, locale, relevance);
      written = "";
    },
    push(piece) {
      written += piece;
      frames.draft(written);
      for (const sentence of draft.push(piece)) {
        const shown = isRepeated ? [] : check.add(sentence);
        if (shown.length > 0 && frames.proved(textOf([...passed, ...shown]))) passed.push(...shown);
      }
    },
    proved: () => passed,
    text,
  };
}

/** The sentences as one text. */
export const textOf = (sentences: readonly Pick<AnswerSentence, "text">[]): string => sentences.map(({ text }) => text).join(" ");
