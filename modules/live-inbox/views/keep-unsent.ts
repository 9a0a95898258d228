// Stores messages in this browser until they are delivered.
import { readBrowserStorage, writeApart, writeBrowserStorage } from "#dashboard/browser-storage.ts";
import type { Outgoing, ThreadContext } from "./outgoing.ts";
import { dropUnsavedDraft, readAllUnsavedDrafts } from "./unsaved-drafts.ts";
import { readAllUnsent, type Unsent } from "./unsent.ts";

/** Earlier releases kept all in one list. */
const EARLIER = "unsent";
const DAY = 24 * 3600_000;
/** As long as the server keeps a file that no message uses. What still waits then is not sent any more, but shown as not sent. */
export const KEPT_FOR = 7 * DAY;
const WAITING_FOR = 14 * DAY;
// Enough for a day of failures, and far below the 5 MB that browsers allow.
const MOST = { messages: 50, characters: 500_000 };
/**
 * The messages that are worth keeping: none too old, and the latest within the limits. What waits, is on its way or goes back to the
 * composer is dropped for its age only: it is refused when it is written if there is no room. Pure.
 */
export function bounded(unsent: readonly Unsent[], now: number): Unsent[] {
  const waits = ({ state, problem }: Unsent): boolean =>
    state === "waiting" || state === "returned" || (state === undefined && problem === undefined);
  const kept = unsent.filter((one) => now - Date.parse(one.createdAt) < (waits(one) ? WAITING_FOR : KEPT_FOR));
  let room = MOST.characters - lengthOf(kept.filter(waits));
  let places = MOST.messages - kept.filter(waits).length;
  return kept
    .toReversed()
    .filter((one) => waits(one) || (places-- > 0 && (room -= one.content.length) >= 0))
    .toReversed();
}
const lengthOf = (unsent: readonly Unsent[]): number => unsent.reduce((sum, one) => sum + one.content.length, 0);

/** This window, among all that may be sending. */
export const WINDOW = crypto.randomUUID();

/** Whether there is room for one more message that waits. */
export function hasRoom(me: string, content: string): boolean {
  const waiting = readAllUnsent(me).filter((one) => one.state === "waiting");
  return waiting.length < MOST.messages && lengthOf(waiting) + content.length <= MOST.characters;
}

/**
 * Stores a message in its latest state until it is delivered, and answers it with whether that was possible. `returned`: to go back to the
 * composer.
 */
export function keepUnsent(context: ThreadContext, message: Outgoing, returned = false): Outgoing {
  const { me, projectId, conversationId } = context;
  const { state, problem, dueAt: _, unstored: _unstored, ...out } = message;
  const all = readAllUnsent(me);
  const kept = returned ? "returned" : state === "waiting" || state === "failed" ? state : undefined;
  const one: Unsent = {
    ...out,
    by: undefined,
    attachments: [...out.attachments],
    projectId,
    conversationId,
    ...(kept === undefined ? { by: WINDOW } : { state: kept }),
    n: all.find((other) => other.clientId === out.clientId)?.n ?? (all.at(-1)?.n ?? 0) + 1,
    ...(problem === undefined ? {} : { problem }),
  };
  const stay = new Set(bounded([...all.filter((other) => other.clientId !== out.clientId), one], Date.now()));
  for (const other of all) if (!stay.has(other) && other.clientId !== out.clientId) writeApart(me, other.clientId, undefined);
  let unstored = !writeApart(me, out.clientId, one);
  if (unstored) {
    // Its own earlier state takes room, and must not come back instead.
    writeApart(me, out.clientId, undefined);
    unstored = !writeApart(me, out.clientId, one);
  }
  return unstored === (message.unstored === true) ? message : { ...message, unstored };
}

/** Removes what is too old, and gives the messages that an earlier release stored keys of their own. */
export function tidyUnsent(me: string): void {
  const earlier = readBrowserStorage(me, EARLIER);
  if (Array.isArray(earlier) && earlier.length > 0) {
    const stored = earlier.every((one: { clientId?: unknown } | null, n) =>
      typeof one?.clientId === "string"
        ? writeApart(me, one.clientId, { ...one, problem: (one as Unsent).problem ?? "", n: n - earlier.length })
        : true,
    );
    if (stored) writeBrowserStorage(me, EARLIER, []);
  }
  const all = readAllUnsent(me);
  const stay = new Set(bounded(all, Date.now()));
  for (const one of all) if (!stay.has(one)) writeApart(me, one.clientId, undefined);
  for (const one of readAllUnsavedDrafts(me)) if (Date.now() - one.at > WAITING_FOR) dropUnsavedDraft({ ...one, me }, one.kind);
}
