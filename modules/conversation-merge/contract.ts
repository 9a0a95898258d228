// Wire contract of merging conversations. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Time } from "#kernel/wire/values.ts";
import { ConversationEvent, ConversationIdField, ConversationSummary, Status } from "#modules/conversations/contract";
import * as v from "valibot";

/** Milliseconds in which a merge can be undone. */
export const UNDO_FOR = 3_600_000;
/** Conversations that can be merged into one. */
export const MAX_MERGED = 20;
/** Numbers of a preview are counted up to this; this stands for “so many or more”. */
export const COUNTED_TO = 500;

const common = { who: "member", params: { projectId: idOf("project"), conversationId: ConversationIdField } } as const;
const path = "/api/dashboard/projects/:projectId/conversations/:conversationId" as const;

export const MergePreview = v.object({
  from: ConversationSummary,
  into: ConversationSummary,
  /** Of the one that goes: messages that the customer can see, notes, files. */
  messages: v.number(),
  notes: v.number(),
  files: v.number(),
  /** Members who follow the one that goes, and will follow the other one. */
  followers: v.number(),
  /** The status of the one that stays, after it. */
  status: Status,
  /** The customer waits for a reply in the one that goes: they will wait in the one that stays. */
  waits: v.boolean(),
  /** Why it would be refused, as a sentence; null if it would not be. */
  refusal: v.nullable(v.string()),
});
export type MergePreview = v.InferOutput<typeof MergePreview>;
/** What merging the conversation into `into` would do. 404 if there is no such conversation in the project. */
export const previewMerge = route({
  ...common,
  name: "previewMerge",
  method: "GET",
  path: `${path}/merge-preview`,
  query: v.object({ into: ConversationIdField }),
  reply: MergePreview,
});

const Recorded = v.object({ event: ConversationEvent, conversation: ConversationSummary, repeated: v.boolean() });
/**
 * Merges the conversation into another one of the same contact: it is closed and takes no writes; what the customer writes to it is stored in
 * the other one. 409 `conflict` says why it is refused. The reply is of the one that goes.
 */
export const mergeConversation = route({
  ...common,
  name: "mergeConversation",
  method: "POST",
  path: `${path}/merge`,
  body: v.strictObject({ clientId: ClientId, into: ConversationIdField }),
  reply: v.object({ ...Recorded.entries, undoUntil: Time }),
  status: 201,
  errors: ["conflict"],
});
/** Undoes it within an hour. What was written since stays in the other one. 409 `conflict` later, or if it is not merged. */
export const undoMerge = route({
  ...common,
  name: "undoMerge",
  method: "POST",
  path: `${path}/undo-merge`,
  body: v.strictObject({ clientId: ClientId }),
  reply: Recorded,
  status: 201,
  errors: ["conflict"],
});
/** Where the conversation goes on, and until when that can be undone; `merge` null if it was not merged. */
export const readMerge = route({
  ...common,
  name: "readMerge",
  method: "GET",
  path: `${path}/merge`,
  reply: v.object({ merge: v.nullable(v.object({ into: ConversationSummary, mergedAt: Time, undoUntil: v.nullable(Time) })) }),
});
