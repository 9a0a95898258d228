// Wire contract of splitting messages off into a conversation of their own. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Time } from "#kernel/wire/values.ts";
import { ConversationEvent, ConversationIdField, ConversationSummary } from "#modules/conversations/contract";
import * as v from "valibot";

/** Milliseconds in which a split can be undone. */
export const UNDO_FOR = 3_600_000;
/** Conversations that can be split off from one. */
export const MAX_SPLITS = 20;

const common = { who: "member", params: { projectId: idOf("project"), conversationId: ConversationIdField } } as const;
const path = "/api/dashboard/projects/:projectId/conversations/:conversationId" as const;
const MessageIdField = idOf("message");

export const SplitPreview = v.object({
  /** How many messages begin the new conversation, of the customer and of others; and their files. */
  messages: v.number(),
  replies: v.number(),
  files: v.number(),
  /** The customer waits for a reply in the new conversation; `stillWaits`: and still in this one, too. */
  waits: v.boolean(),
  stillWaits: v.boolean(),
  /** Why it would be refused, as a sentence; null if it would not be. */
  refusal: v.nullable(v.string()),
});
export type SplitPreview = v.InferOutput<typeof SplitPreview>;
/** What splitting the message off would do. 404 if the conversation or the message is not there. */
export const previewSplit = route({
  ...common,
  name: "previewSplit",
  method: "GET",
  path: `${path}/split-preview`,
  query: v.object({ messageId: MessageIdField, later: v.optional(v.literal("1")) }),
  reply: SplitPreview,
});

const Recorded = v.object({ event: ConversationEvent, conversation: ConversationSummary, repeated: v.boolean() });
/**
 * Begins a conversation of the same contact with a message of the customer; with `later` also with what was written after it, as far as the
 * customer can see it. The messages stay where they were written, and can be read in both. The reply is of the conversation that they were
 * written in; `created` is the new one. 409 `conflict` says why it is refused.
 */
export const splitConversation = route({
  ...common,
  name: "splitConversation",
  method: "POST",
  path: `${path}/split`,
  body: v.strictObject({ clientId: ClientId, messageId: MessageIdField, later: v.optional(v.boolean(), false) }),
  reply: v.object({ ...Recorded.entries, created: ConversationSummary, undoUntil: Time }),
  status: 201,
  errors: ["conflict"],
});
/** Undoes it within an hour, while nothing was written in the new conversation, which this is called for. 409 `conflict` otherwise. */
export const undoSplit = route({
  ...common,
  name: "undoSplit",
  method: "POST",
  path: `${path}/undo-split`,
  body: v.strictObject({ clientId: ClientId }),
  reply: Recorded,
  status: 201,
  errors: ["conflict"],
});
/** From which conversation this one was split off, and until when that can be undone; `split` null if it was not, or that was undone. */
export const readSplit = route({
  ...common,
  name: "readSplit",
  method: "GET",
  path: `${path}/split`,
  reply: v.object({ split: v.nullable(v.object({ from: ConversationSummary, splitAt: Time, undoUntil: v.nullable(Time) })) }),
});
