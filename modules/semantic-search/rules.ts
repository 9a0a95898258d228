// Pure rules of semantic search.
import { minutes } from "#kernel/clock/index.ts";

/** The text to embed for a chunk: title and headings add much to its meaning. Text beyond any model's limit is cut off at the end. */
export const textOf = (title: string, { heading, content }: { readonly heading: string; readonly content: string }): string =>
  [title, heading, content]
    .filter((part) => part !== "")
    .join("\n")
    .slice(0, 8000);

/** When a refused document is retried: after two minutes, eight, half an hour … at most a day. */
export const tryAgainAt = (now: number, attempts: number): number =>
  now + Math.min(minutes(60 * 24), minutes(2) * 4 ** Math.min(attempts, 8));

/**
 * Minimum similarity of a hit: there is always a nearest chunk, even for a question that nothing answers. Models distribute similarities
 * differently; these are conservative estimates that were not measured.
 */
export const minimumSimilarity = (provider: string): number => ({ google: 0.6, mistral: 0.7 })[provider] ?? 0.25;

/**
 * The similarity from which a hit fits. Above the minimum there are also texts that only have the question's subject: worth showing as the
 * nearest, but no answer. Conservative estimates like the minimum.
 */
export const fittingSimilarity = (provider: string): number => ({ google: 0.7, mistral: 0.8 })[provider] ?? 0.4;
