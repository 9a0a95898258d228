// Wire contract of moving a conversation to another contact. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Time } from "#kernel/wire/values.ts";
import { ContactIdField } from "#modules/contacts/contract";
import { ConversationEvent, ConversationIdField, ConversationSummary } from "#modules/conversations/contract";
import * as v from "valibot";

/** Milliseconds in which a move can be undone. */
export const UNDO_FOR = 3_600_000;

const common = { who: "member", params: { projectId: idOf("project"), conversationId: ConversationIdField } } as const;
const path = "/api/dashboard/projects/:projectId/conversations/:conversationId" as const;

export const MovePreview = v.object({
  /** Messages that the team can read in the new conversation, and their files. */
  messages: v.number(),
  files: v.number(),
  /** Conversations were merged into it: their messages are read in the former conversation alone. */
  merged: v.boolean(),
  /** To which address replies can be mailed; null: they are read in the widget alone. */
  repliesTo: v.nullable(v.object({ email: v.string(), verified: v.boolean() })),
  /** Somebody waits for a reply: the other contact will. */
  waits: v.boolean(),
  /** Why it would be refused, as a sentence; null if it would not be. */
  refusal: v.nullable(v.string()),
});
export type MovePreview = v.InferOutput<typeof MovePreview>;
/** What moving the conversation to the contact would do. 404 if there is no such conversation or contact in the project. */
export const previewMove = route({
  ...common,
  name: "previewMove",
  method: "GET",
  path: `${path}/move-preview`,
  query: v.object({ contactId: ContactIdField }),
  reply: MovePreview,
});

const Recorded = v.object({ event: ConversationEvent, conversation: ConversationSummary, repeated: v.boolean() });
/**
 * Goes on with another contact: a conversation of theirs begins, in which the team reads the messages of this one, and they do not; this one is
 * closed and stays with who wrote it. The reply is of the former one; `created` is the new one. 409 `conflict` says why it is refused.
 */
export const moveConversation = route({
  ...common,
  name: "moveConversation",
  method: "POST",
  path: `${path}/move`,
  body: v.strictObject({ clientId: ClientId, contactId: ContactIdField }),
  reply: v.object({ ...Recorded.entries, created: ConversationSummary, undoUntil: Time }),
  status: 201,
  errors: ["conflict"],
});
/** Undoes it within an hour, while nothing was written in the new conversation, which this is called for. 409 `conflict` otherwise. */
export const undoMove = route({
  ...common,
  name: "undoMove",
  method: "POST",
  path: `${path}/undo-move`,
  body: v.strictObject({ clientId: ClientId }),
  reply: Recorded,
  status: 201,
  errors: ["conflict"],
});
/** From which conversation this one was moved, and until when that can be undone; `move` null if it was not, or that was undone. */
export const readMove = route({
  ...common,
  name: "readMove",
  method: "GET",
  path: `${path}/move`,
  reply: v.object({ move: v.nullable(v.object({ from: ConversationSummary, movedAt: Time, undoUntil: v.nullable(Time) })) }),
});
