// Checks an answer sentence by sentence, while the model writes it, and says which of them may be shown already.
import { checkClaim, checkRelevance, isIrrelevant, passagesOf, type Relevance, type Said, type Source } from "#modules/claim-verification";
import type { Fault } from "#modules/claim-verification/contract";
import { languageOf } from "#modules/retrieval";
import type { AnswerSentence } from "./contract.ts";
import { type DraftSentence, unescaped } from "./prompt.ts";

export interface AnswerCheck {
  /**
   * Checks the next sentence. Returns those that may be shown now: this one, and earlier ones that were held back. A sentence is held back while
   * what is said so far proves nothing or does not belong to the question; after a fault, nothing more is shown.
   */
  add(sentence: DraftSentence): readonly AnswerSentence[];
  /** The whole answer. It may be said if `isProved`; otherwise a person has to answer. */
  finish(): { readonly sentences: AnswerSentence[]; readonly isProved: boolean };
}

/** Starts the check of an answer in the language of `locale` from the passages that the reader may see. */
export function checkAnswer(sources: readonly Source[], locale: string, relevance: Relevance): AnswerCheck {
  const language = languageOf(locale);
  const passages = passagesOf(sources);
  const sentences: AnswerSentence[] = [];
  const said: Said[] = [];
  let shown = 0;
  /** What is wrong with all sentences so far together; later ones may mend it. */
  let together: Fault[] = [];
  // An answer of greetings proves nothing.
  const isProved = (): boolean =>
    together.length === 0 &&
    sentences.every(({ faults }) => faults.length === 0) &&
    sentences.some(({ citations }) => citations.length > 0);
  return {
    add({ text, citations }) {
      const claim = { text, citations: citations.map(({ source, quote }) => ({ source, quote: unescaped(quote) })) };
      const { cited, faults, translated } = checkClaim(claim, passages, language, relevance.question);
      const irrelevant: Fault[] = isIrrelevant({ text, cited }, language, relevance) ? [{ fault: "irrelevant", detail: text }] : [];
      sentences.push({ ...claim, faults: [...faults, ...irrelevant], translated });
      said.push({ text, cited });
      together = checkRelevance(said, language, relevance);
      if (!isProved()) return [];
      const now = sentences.slice(shown);
      shown = sentences.length;
      return now;
    },
    // What concerns the whole answer stands at its first sentence.
    finish: () => ({
      sentences: sentences.map((one, i) => (i === 0 ? { ...one, faults: [...one.faults, ...together] } : one)),
      isProved: isProved(),
    }),
  };
}
