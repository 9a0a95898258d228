// Pure decisions of search by meaning.
import { minutes } from "#kernel/clock/index.ts";

/** What a model is given of a piece: where it stands says much of what it means. Longer pieces than any model takes lose their end. */
export const textOf = (title: string, { heading, content }: { readonly heading: string; readonly content: string }): string =>
  [title, heading, content]
    .filter((part) => part !== "")
    .join("\n")
    .slice(0, 8000);

/**
 * Whether a search that is still being typed is already a question: a word or two are found by their letters, and each of their
 * letters would be a request to the provider. Scripts without spaces have as much in six signs.
 */
export const isQuestion = (typed: string): boolean =>
  (typed.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= 3 ||
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{6}/u.test(typed);

/** The day (UTC) that spending is counted on. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);
/** When the next one begins. */
export const nextDay = (now: number): number => (Math.floor(now / 86_400_000) + 1) * 86_400_000;

/** When a document that was refused is tried again: after two minutes, eight, half an hour … at most a day. */
export const tryAgainAt = (now: number, attempts: number): number =>
  now + Math.min(minutes(60 * 24), minutes(2) * 4 ** Math.min(attempts, 8));

/** Cormack, Clarke and Büttcher, Reciprocal Rank Fusion (SIGIR 2009): the constant that they found to work everywhere. */
const K = 60;
/** Joins rankings that know nothing of each other's scores. What stands in several, and high, comes first; equal ones stay as they were first seen. */
export function fuse(rankings: readonly (readonly string[])[]): { readonly id: string; readonly score: number }[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings) for (const [rank, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (K + rank + 1));
  return [...scores].map(([id, score]) => ({ id, score })).toSorted((a, b) => b.score - a.score);
}

/**
 * Below this similarity nothing is an answer: the nearest piece is always somewhere, also for a question that nothing answers. Each
 * model spreads its similarities differently; these are careful guesses and were not measured with the models.
 */
export const floorOf = (provider: string): number => ({ google: 0.6, mistral: 0.7 })[provider] ?? 0.25;
