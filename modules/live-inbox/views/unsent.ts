// Stores undelivered messages in this browser, so that they survive a reload. It never sends them.
import { readBrowserStorage, writeBrowserStorage } from "#dashboard/browser-storage.ts";
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
  /** The error as a sentence; absent if the page was closed while the message was being sent. */
  problem: v.optional(v.string()),
});
export type Unsent = Omit<v.InferOutput<typeof Unsent>, "mail"> & { readonly mail?: MailChoice | undefined };

const NAME = "unsent";
// As long as the server keeps a file that no message uses.
const KEPT_FOR = 7 * 24 * 3600_000;
// Enough for a day of failures, and far below the 5 MB that browsers allow.
const MOST = { messages: 20, characters: 200_000 };

/** The messages that are worth keeping: none too old, and the latest within the limits. Pure. */
export function bounded(unsent: readonly Unsent[], now: number): Unsent[] {
  let room = MOST.characters;
  return unsent
    .filter((one) => now - Date.parse(one.createdAt) < KEPT_FOR)
    .slice(-MOST.messages)
    .toReversed()
    .filter((one) => (room -= one.content.length) >= 0)
    .toReversed();
}

function read(me: string): Unsent[] {
  const kept = v.safeParse(v.array(Unsent), readBrowserStorage(me, NAME));
  return kept.success ? bounded(kept.output, Date.now()) : [];
}

/** The messages of a conversation that an earlier page could not deliver. */
export const readUnsent = ({ me, projectId, conversationId }: ThreadContext): Unsent[] =>
  read(me).filter((one) => one.projectId === projectId && one.conversationId === conversationId);

/** Stores a message in its latest state until it is delivered. */
export function keepUnsent({ me, projectId, conversationId }: ThreadContext, { state: _, problem, ...out }: Outgoing): void {
  const one = {
    ...out,
    attachments: [...out.attachments],
    projectId,
    conversationId,
    ...(problem === undefined ? {} : { problem }),
  };
  writeBrowserStorage(me, NAME, bounded([...read(me).filter((other) => other.clientId !== out.clientId), one], Date.now()));
}

/** Drops all stored messages of the conversation. */
export function dropUnsentOf({ me, projectId, conversationId }: ThreadContext): void {
  const all = read(me);
  const left = all.filter((one) => one.projectId !== projectId || one.conversationId !== conversationId);
  if (left.length < all.length) writeBrowserStorage(me, NAME, left);
}

export const dropUnsent = ({ me }: ThreadContext, clientId: string): void =>
  writeBrowserStorage(
    me,
    NAME,
    read(me).filter((one) => one.clientId !== clientId),
  );
