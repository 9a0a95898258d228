// Pure rules that join lexical and semantic search.

/**
 * Whether text that is still being typed is searched semantically. One or two words are found lexically, and every keystroke would be a
 * request to the provider. In scripts without spaces six characters count as much.
 */
export const isQuestion = (typed: string): boolean =>
  (typed.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= 3 ||
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{6}/u.test(typed);

/** From this confidence on a hit fits well. Chosen on one half of the questions of tests/knowledge, measured on the other. */
export const FITS_FROM = 0.35;

/** The confidence of a hit by meaning. The similarity from which it fits is a confidence of `FITS_FROM`; one is one. */
export function confidenceByMeaning(similarity: number, fitsFrom: number): number {
  if (similarity < fitsFrom) return Math.max(0, (FITS_FROM * similarity) / fitsFrom);
  return Math.min(1, FITS_FROM + ((1 - FITS_FROM) * (similarity - fitsFrom)) / (1 - fitsFrom));
}

/** Cormack, Clarke and Büttcher, Reciprocal Rank Fusion (SIGIR 2009): the constant that they found to work in general. */
const K = 60;
/** Joins rankings whose scores are not comparable. Hits that are high in several rankings come first; equal ones keep their order. */
export function fuse(rankings: readonly (readonly string[])[]): { readonly id: string; readonly score: number }[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings) for (const [rank, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (K + rank + 1));
  return [...scores].map(([id, score]) => ({ id, score })).toSorted((a, b) => b.score - a.score);
}
