// Pure rules of semantic search.
import { minutes } from "#kernel/clock/index.ts";

/** What a model is given of a piece: where it stands says much of what it means. Longer pieces than any model takes lose their end. */
export const textOf = (title: string, { heading, content }: { readonly heading: string; readonly content: string }): string =>
  [title, heading, content]
    .filter((part) => part !== "")
    .join("\n")
    .slice(0, 8000);

/** The day (UTC) that spending is counted on. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);
/** When the next one begins. */
export const nextDay = (now: number): number => (Math.floor(now / 86_400_000) + 1) * 86_400_000;

/** When a document that was refused is tried again: after two minutes, eight, half an hour … at most a day. */
export const tryAgainAt = (now: number, attempts: number): number =>
  now + Math.min(minutes(60 * 24), minutes(2) * 4 ** Math.min(attempts, 8));

/**
 * Below this similarity nothing is an answer: the nearest piece is always somewhere, also for a question that nothing answers. Each
 * model spreads its similarities differently; these are careful guesses and were not measured with the models.
 */
export const floorOf = (provider: string): number => ({ google: 0.6, mistral: 0.7 })[provider] ?? 0.25;
