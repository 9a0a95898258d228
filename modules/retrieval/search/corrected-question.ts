// Builds the question with its misspelt words replaced. Every replacement is copied from a document that was found, so it reveals nothing
// else.
import { editDistance } from "./edit-distance.ts";
import { withoutAddresses } from "../text/plain-text.ts";
import type { Matcher } from "./matcher.ts";
import type { Piece } from "./rank.ts";
import { languageOf } from "../text/stem.ts";
import type { QueryTerm } from "./query-terms.ts";
import { eachWord, wordsOf } from "../text/tokenizer.ts";

/** Chunks that are searched for the spelling of the word. */
const LOOKED_AT = 5;
/** Maximum edit distance. */
const MOST = 4;

/** The corrected question; undefined if the best chunks contain none of the corrections. */
export function correctedQuestion(
  question: string,
  asked: readonly QueryTerm[],
  matcher: Matcher,
  pieces: readonly Piece[],
): string | undefined {
  const written = asked.map(({ slips }) => (slips ? new Map<string, { slips: number; times: number }>() : undefined));
  if (written.every((one) => one === undefined)) return undefined;
  for (const { title, heading, content, locale } of pieces.slice(0, LOOKED_AT))
    for (const text of [title, withoutAddresses(heading), withoutAddresses(content)])
      eachWord(text, (word, from, to, pair, _index, accented) => {
        const at = matcher.of(word, pair, languageOf(locale), accented);
        const known = written[at];
        if (known === undefined) return;
        const form = text.slice(from, to).toLowerCase();
        const before = known.get(form);
        known.set(form, { slips: before?.slips ?? editDistance(word, asked[at]?.word ?? "", MOST), times: (before?.times ?? 0) + 1 });
      });
  const best = new Map(
    written.flatMap((forms, i) => {
      const [first] = [...(forms ?? [])].toSorted(([, a], [, b]) => a.slips - b.slips || b.times - a.times);
      return first ? [[asked[i]?.word, first[0]] as const] : [];
    }),
  );
  if (best.size === 0) return undefined;
  let corrected = "";
  let at = 0;
  for (const { word, from, to, pair } of wordsOf(question)) {
    const instead = pair ? undefined : best.get(word);
    if (instead === undefined) continue;
    corrected += question.slice(at, from) + instead;
    at = to;
  }
  return corrected + question.slice(at);
}
