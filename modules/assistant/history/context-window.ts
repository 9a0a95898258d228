// How much of a model's window each part of a round gets, and which messages of a long conversation become its summary. Pure.

/** Tokens of an answer: enough for models that think before they answer. */
const MOST_OUTPUT = 4096;
/** Characters of all passages together, about 6,000 tokens. */
const MOST_PASSAGES = 24_000;
/** Characters of messages that were sent before. */
const MOST_BEFORE = 8000;
/** Characters of a summary. */
export const MOST_SUMMARY = 1500;
/** Characters of a question. */
export const MOST_ASKED = 2000;
/** Tokens of our own rules, and of what providers add. */
const RULES = 1500;
/** Careful: English has about four characters a token, Japanese one. */
const CHARACTERS_PER_TOKEN = 2;
/** No smaller window is of use. */
const LEAST = 4096;
/** The share of the passages in what is left. */
const PASSAGES = 0.75;

export interface Room {
  /** Tokens. */
  readonly output: number;
  /** Characters. */
  readonly passages: number;
  readonly before: number;
}

/** `context`: the model's window in tokens; null if it is not known, and then it counts as large enough. `guidance`: its characters. */
export function roomIn(context: number | null, guidance = 0): Room {
  if (context === null) return { output: MOST_OUTPUT, passages: MOST_PASSAGES, before: MOST_BEFORE };
  const window = Math.max(LEAST, context);
  const output = Math.min(MOST_OUTPUT, Math.floor(window / 4));
  const left = Math.max(0, (window - output - RULES) * CHARACTERS_PER_TOKEN - MOST_ASKED - MOST_SUMMARY - guidance);
  const passages = Math.min(MOST_PASSAGES, Math.floor(left * PASSAGES));
  return { output, passages, before: Math.min(MOST_BEFORE, left - passages) };
}

/** More messages than this are summarised, however short they are: a round reads no more than some of them. */
const MOST_MESSAGES = 30;
interface Said {
  readonly revision: number;
  readonly text: string;
}
/**
 * Up to which revision the messages have to become part of the summary: what is left is about half of what fits, so that not each round writes one.
 * Undefined if all still fits.
 */
export function summaryDue(said: readonly Said[], summarised: number, most: number): number | undefined {
  const open = said.filter(({ revision }) => revision > summarised);
  const length = open.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= 0.75 * most && open.length <= MOST_MESSAGES) return undefined;
  let left = 0.4 * most;
  const kept = open.toReversed().findIndex(({ text }, i) => (left -= text.length) < 0 || i >= MOST_MESSAGES / 2);
  return kept < 0 ? undefined : open.at(-1 - kept)?.revision;
}
