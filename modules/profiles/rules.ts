// Numbers and decisions of profiles, without I/O.
import { hours, minutes, seconds } from "#kernel/clock/index.ts";
import { KINDS, type Statement } from "./contract.ts";

/** An automatic run waits for so long, because visitors write several messages in a row. */
export const RUN_DELAY = minutes(2);
/** Automatic runs of a contact are at least so far apart. */
export const RUN_EVERY = hours(1);
/** After this time a run counts as dead. Longer than its call of the model with what comes before and after. */
export const RUN_LEASE = minutes(3);
export const RUN_TIMEOUT = seconds(60);
/** Enough for models that think before they answer. */
export const RUN_OUTPUT = 4096;

/** Messages that a run reads: the newest ones since the last run. */
export const MESSAGES = 60;
/** Characters of a message, and of all messages together: about 6,000 tokens. */
export const MESSAGE_TEXT = 2000;
export const ALL_TEXT = 24_000;
/** Statements that one run may add. */
export const MOST_ADDED = 20;
/** Statements of a contact that only the model has written. Beyond, the oldest ones make room. */
export const MOST_BY_MODEL = 60;
/** Deleted statements that are remembered for a contact. Beyond, the oldest ones are forgotten. */
export const MOST_REFUSALS = 400;

/** Updates that members may request. */
export const UPDATES_PER_CONTACT = 6;
export const UPDATES_PER_PROJECT = 120;

/** Pinned ones first, then by kind, the newest first. */
export const ordered = (statements: readonly Statement[]): Statement[] =>
  statements.toSorted(
    (a, b) =>
      Number(b.pinned) - Number(a.pinned) || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || Date.parse(b.saidAt) - Date.parse(a.saidAt),
  );

/** Of messages with the oldest first, the newest ones that fit into the room, the oldest first. */
export function fitting<M extends { readonly content: string }>(messages: readonly M[], room = ALL_TEXT): M[] {
  const fit: M[] = [];
  let left = room;
  for (const message of messages.toReversed()) {
    left -= message.content.length;
    if (left < 0) break;
    fit.unshift(message);
  }
  return fit;
}
