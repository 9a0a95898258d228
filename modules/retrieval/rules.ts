// Pure rules that join the search by words with the search by meaning.

/**
 * Whether a search that is still being typed is already a question: a word or two are found by their letters, and each of their
 * letters would be a request to the provider. Scripts without spaces have as much in six signs.
 */
export const isQuestion = (typed: string): boolean =>
  (typed.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= 3 ||
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{6}/u.test(typed);

/** Cormack, Clarke and Büttcher, Reciprocal Rank Fusion (SIGIR 2009): the constant that they found to work everywhere. */
const K = 60;
/** Joins rankings that know nothing of each other's scores. What stands in several, and high, comes first; equal ones stay as they were first seen. */
export function fuse(rankings: readonly (readonly string[])[]): { readonly id: string; readonly score: number }[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings) for (const [rank, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (K + rank + 1));
  return [...scores].map(([id, score]) => ({ id, score })).toSorted((a, b) => b.score - a.score);
}
