// Stores undelivered messages in this browser, so that they survive a reload: each under a key of its own, because several windows write
// at the same time. It never sends them.
import { readApart, readBrowserStorage, writeApart, writeBrowserStorage } from "#dashboard/browser-storage.ts";
import type { MailChoice } from "#dashboard/screen.ts";
import { Attachment } from "#modules/files/contract";
import * as v from "valibot";
import { Draft } from "#modules/conversations/contract";
import type { ThreadContext, Outgoing } from "./outgoing.ts";

const Unsent = v.object({
  projectId: v.string(),
  conversationId: v.string(),
  clientId: v.string(),
  kind: Draft.entries.kind,
  content: v.string(),
  attachments: v.array(Attachment),
  close: v.boolean(),
  snooze: v.optional(v.object({ until: v.nullable(v.string()) })),
  mail: v.optional(
    v.object({
      to: v.optional(v.string()),
      cc: v.array(v.string()),
      bcc: v.array(v.string()),
      subject: v.optional(v.string()),
    }),
  ),
  createdAt: v.string(),
  frontier: v.optional(v.number()),
  attempted: v.optional(v.boolean()),
  /** `returned`: its text goes back to the composer when the conversation is opened. Absent of a message that was on its way. */
  state: v.optional(v.picklist(["waiting", "failed", "returned"])),
  /** The window that was sending it. */
  by: v.optional(v.string()),
  /** Their order. */
  n: v.optional(v.number(), 0),
  /** The error as a sentence; absent if the page was closed while the message was being sent. */
  problem: v.optional(v.string()),
});
export type Unsent = Omit<v.InferOutput<typeof Unsent>, "mail"> & { readonly mail?: MailChoice | undefined };

/** Earlier releases kept all in one list. */
const EARLIER = "unsent";
const DAY = 24 * 3600_000;
/** As long as the server keeps a file that no message uses. What still waits then is not sent any more, but shown as not sent. */
export const KEPT_FOR = 7 * DAY;
const WAITING_FOR = 14 * DAY;
// Enough for a day of failures, and far below the 5 MB that browsers allow.
const MOST = { messages: 50, characters: 500_000 };
/** This window, among all that may be sending. */
export const WINDOW = crypto.randomUUID();

/**
 * The messages that are worth keeping: none too old, and the latest within the limits. What waits is dropped for its age only: it is
 * refused when it is written if there is no room. Pure.
 */
export function bounded(unsent: readonly Unsent[], now: number): Unsent[] {
  const waits = (one: Unsent): boolean => one.state === "waiting";
  const kept = unsent.filter((one) => now - Date.parse(one.createdAt) < (waits(one) ? WAITING_FOR : KEPT_FOR));
  let room = MOST.characters - lengthOf(kept.filter(waits));
  let places = MOST.messages - kept.filter(waits).length;
  return kept
    .toReversed()
    .filter((one) => waits(one) || (places-- > 0 && (room -= one.content.length) >= 0))
    .toReversed();
}
const lengthOf = (unsent: readonly Unsent[]): number => unsent.reduce((sum, one) => sum + one.content.length, 0);

function read(me: string): Unsent[] {
  const earlier = readBrowserStorage(me, EARLIER);
  const all = [...(Array.isArray(earlier) ? earlier : []), ...readApart(me)];
  return bounded(
    all
      .flatMap((one) => {
        const kept = v.safeParse(Unsent, one);
        return kept.success ? [kept.output] : [];
      })
      .toSorted((a, b) => a.n - b.n || (a.createdAt < b.createdAt ? -1 : 1)),
    Date.now(),
  );
}

/** All undelivered messages of a member, in the order in which they were written. */
export const readAllUnsent = (me: string): Unsent[] => read(me);

/** The messages of a conversation that an earlier page could not deliver. */
export const readUnsent = ({ me, projectId, conversationId }: ThreadContext): Unsent[] =>
  read(me).filter((one) => one.projectId === projectId && one.conversationId === conversationId);

/** Whether there is room for one more message that waits. */
export function hasRoom(me: string, content: string): boolean {
  const waiting = read(me).filter((one) => one.state === "waiting");
  return waiting.length < MOST.messages && lengthOf(waiting) + content.length <= MOST.characters;
}

/** Stores a message in its latest state until it is delivered. `returned`: to go back to the composer. */
export function keepUnsent(
  { me, projectId, conversationId }: ThreadContext,
  { state, problem, dueAt: _, ...out }: Outgoing,
  returned = false,
): void {
  const all = read(me);
  const kept = returned ? "returned" : state === "waiting" || state === "failed" ? state : undefined;
  const one: Unsent = {
    ...out,
    attachments: [...out.attachments],
    projectId,
    conversationId,
    ...(kept === undefined ? { by: WINDOW } : { state: kept }),
    n: all.find((other) => other.clientId === out.clientId)?.n ?? (all.at(-1)?.n ?? 0) + 1,
    ...(problem === undefined ? {} : { problem }),
  };
  const stay = new Set(bounded([...all.filter((other) => other.clientId !== out.clientId), one], Date.now()));
  for (const other of all) if (!stay.has(other) && other.clientId !== out.clientId) remove(me, other.clientId);
  writeApart(me, out.clientId, one);
}

function remove(me: string, clientId: string): void {
  writeApart(me, clientId, undefined);
  const earlier = readBrowserStorage(me, EARLIER);
  if (!Array.isArray(earlier)) return;
  const left = earlier.filter((one: { clientId?: unknown } | null) => one?.clientId !== clientId);
  if (left.length < earlier.length) writeBrowserStorage(me, EARLIER, left);
}

/** Drops all stored messages of the conversation. */
export function dropUnsentOf(context: ThreadContext): void {
  for (const { clientId } of readUnsent(context)) remove(context.me, clientId);
}

export const dropUnsent = ({ me }: ThreadContext, clientId: string): void => remove(me, clientId);
