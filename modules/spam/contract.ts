// Wire contract of spam. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Revision } from "#kernel/wire/values.ts";
import { ConversationEvent, ConversationIdField, ConversationSummary } from "#modules/conversations/contract";
import * as v from "valibot";

/** Name of the event and of the row's field. */
export const SPAM = "spam";
/** The field's only value; a conversation that is no spam has none. */
export const YES = "yes";
/** The event's `data`. */
export const SpamChange = v.object({ spam: v.boolean() });

export const isSpam = (row: Pick<ConversationSummary, "fields">): boolean => row.fields?.[SPAM] === YES;

const common = {
  who: "member",
  params: { projectId: idOf("project"), conversationId: ConversationIdField },
  reply: v.object({ event: ConversationEvent, conversation: ConversationSummary, repeated: v.boolean() }),
  status: 201,
  errors: ["stale_frontier", "conflict"],
} as const;
const handling = { clientId: ClientId, frontier: Revision };
/** Closes the conversation and silences it in one batch. 409 `conflict` if it is spam already. */
export const markSpam = route({
  ...common,
  name: "markSpam",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/spam",
  body: v.strictObject(handling),
});
/** Not spam: reopens the conversation, unless it is to stay closed. 409 `conflict` if it is none. */
export const markNotSpam = route({
  ...common,
  name: "markNotSpam",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/not-spam",
  body: v.strictObject({ ...handling, reopen: v.optional(v.boolean(), true) }),
});
