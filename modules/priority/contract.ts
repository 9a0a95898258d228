// Wire contract of a conversation's priority. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId } from "#kernel/wire/values.ts";
import { ConversationEvent, ConversationIdField, ConversationSummary } from "#modules/conversations/contract";
import * as v from "valibot";

/** From lowest to highest. */
export const LEVELS = ["low", "normal", "high", "urgent"] as const;
export const Priority = v.picklist(["none", ...LEVELS]);
export type Priority = v.InferOutput<typeof Priority>;

/** Name of the event and of the row's field. */
export const PRIORITY = "priority";
/** The event's `data`. */
export const PriorityChange = v.object({ priority: Priority });

/** The priority of a row of the inbox. */
export const priorityOf = (row: Pick<ConversationSummary, "fields">): Priority => {
  const value = v.safeParse(Priority, row.fields?.[PRIORITY]);
  return value.success ? value.output : "none";
};

/** Never refused as stale. 409 `conflict` when the conversation has this priority already. */
export const setPriority = route({
  name: "setPriority",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/priority",
  who: "member",
  params: { projectId: idOf("project"), conversationId: ConversationIdField },
  body: v.strictObject({ clientId: ClientId, priority: Priority }),
  reply: v.object({ event: ConversationEvent, conversation: ConversationSummary, repeated: v.boolean() }),
  status: 201,
  errors: ["conflict"],
});
