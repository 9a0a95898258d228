// Stores undelivered messages in this browser, so that they survive a reload: each under a key of its own, because several windows write
// at the same time. It never sends them.
import { readApart, writeApart } from "#dashboard/browser-storage.ts";
import type { MailChoice } from "#dashboard/screen.ts";
import { Attachment } from "#modules/files/contract";
import * as v from "valibot";
import { Draft } from "#modules/conversations/contract";
import type { ThreadContext } from "./outgoing.ts";

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

/** All undelivered messages of a member, in the order in which they were written. */
export const readAllUnsent = (me: string): Unsent[] =>
  readApart(me)
    .flatMap((one) => {
      const kept = v.safeParse(Unsent, one);
      return kept.success ? [kept.output] : [];
    })
    .toSorted((a, b) => a.n - b.n);

/** The messages of a conversation that an earlier page could not deliver. */
export const readUnsent = ({ me, projectId, conversationId }: ThreadContext): Unsent[] =>
  readAllUnsent(me).filter((one) => one.projectId === projectId && one.conversationId === conversationId);

export const dropUnsent = ({ me }: ThreadContext, clientId: string): void => void writeApart(me, clientId, undefined);

/** Where the draft of a conversation is stored that the server has not confirmed. */
export const draftName = ({ conversationId }: ThreadContext, kind: Draft["kind"]): string => `draft ${conversationId} ${kind}`;

/** Drops all stored messages and drafts of the conversation. */
export function dropUnsentOf(context: ThreadContext): void {
  readUnsent(context).forEach((one) => dropUnsent(context, one.clientId));
  for (const kind of Draft.entries.kind.options) writeApart(context.me, draftName(context, kind), undefined);
}
