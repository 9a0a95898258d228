// Wire contract of replies that can be taken back. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Done, Time } from "#kernel/wire/values.ts";
import {
  ByMail,
  ConversationEvent,
  ConversationIdField,
  ConversationSummary,
  replyToConversation,
  UNDO_SECONDS,
} from "#modules/conversations/contract";
import { Attachment } from "#modules/files/contract";
import * as v from "valibot";

const ofConversation = { projectId: idOf("project"), conversationId: ConversationIdField };

/** The caller's own reply that is not sent. */
export const PendingReply = v.object({
  clientId: ClientId,
  /** `waiting` to be sent; `stale`: the conversation moved on; `refused`: it could not be sent. Then its text is in the draft, and not here. */
  state: v.picklist(["waiting", "stale", "refused"]),
  content: v.string(),
  attachments: v.array(Attachment),
  close: v.boolean(),
  snooze: v.optional(v.object({ until: v.nullable(Time) })),
  mail: v.optional(ByMail),
  frontier: v.number(),
  createdAt: Time,
  /** When it is due, if its author chose the time. */
  sendAt: v.optional(Time),
  /** Milliseconds until it is sent, by the server's clock; 0 when that is over. */
  dueIn: v.number(),
});
export type PendingReply = v.InferOutput<typeof PendingReply>;

/**
 * Holds a reply back for `undoSeconds` before it is sent. An earlier one of the caller's in this conversation is sent at once. The frontier
 * is checked now and once more when the reply is due; if somebody else wrote meanwhile, it becomes the caller's draft again. A repetition
 * is answered with the first one, and with null once that was sent. With `sendAt` in place of `undoSeconds` it is scheduled for that time, at
 * most a year ahead. A member may have one scheduled reply in a conversation beside the one that can be taken back.
 */
export const holdReply = route({
  name: "holdReply",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/pending-reply",
  who: "member",
  params: ofConversation,
  body: v.strictObject({
    ...replyToConversation.body.entries,
    undoSeconds: v.optional(v.picklist(UNDO_SECONDS)),
    sendAt: v.optional(Time),
  }),
  reply: v.object({ pending: v.nullable(PendingReply) }),
  status: 201,
  errors: ["stale_frontier", "conflict"],
});
/** The caller's own pending replies, and which other members are sending one or have scheduled one. */
export const readPendingReplies = route({
  name: "readPendingReplies",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/pending-reply",
  who: "member",
  params: ofConversation,
  reply: v.object({
    /** What can be taken back, or the notice about a reply that was not sent. */
    own: v.nullable(PendingReply),
    scheduled: v.nullable(PendingReply),
    others: v.array(v.object({ accountId: idOf("account"), dueIn: v.number(), sendAt: v.optional(Time) })),
  }),
});
/** Scheduled replies that are listed. */
export const MAX_LISTED = 100;
export const ScheduledReply = v.object({
  conversation: ConversationSummary,
  /** Its beginning. */
  content: v.string(),
  files: v.number(),
  sendAt: Time,
});
export type ScheduledReply = v.InferOutput<typeof ScheduledReply>;
/** The caller's own replies that wait for their time in any conversation, those first that are due first. */
export const listScheduledReplies = route({
  name: "listScheduledReplies",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/scheduled-replies",
  who: "member",
  params: { projectId: idOf("project") },
  reply: v.object({ items: v.array(ScheduledReply) }),
});
/** Takes a waiting reply back: its text and files become the caller's draft. 409 once it was sent; one that there is not is answered like one taken back. */
export const undoReply = route({
  name: "undoReply",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/pending-reply/undo",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ clientId: ClientId }),
  reply: Done,
  errors: ["conflict"],
});
/** Sends a waiting reply now. Null when it does not wait any more, as after it was sent; 409 `stale_frontier` when it is a draft again. */
export const sendPendingReply = route({
  name: "sendPendingReply",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/pending-reply/send",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ clientId: ClientId }),
  reply: v.object({
    sent: v.nullable(v.object({ event: ConversationEvent, conversation: ConversationSummary, repeated: v.boolean() })),
  }),
  status: 201,
  errors: ["stale_frontier", "conflict"],
});
