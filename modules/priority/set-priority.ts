// Sets the priority of a conversation: the event kind, the row field that it changes, and the verb that records it.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { defineEventKind, defineRowField, defineViewCondition, newEvent, record, type Recorded } from "#modules/conversations";
import { sql } from "#kernel/db/index.ts";
import { m } from "#messages";
import type * as v from "valibot";
import { ANY_PROJECT, defineBulkAction } from "#modules/bulk-actions";
import { LEVELS, type Priority, PRIORITY, PriorityChange, priorityOf } from "./contract.ts";

const expression = sql`(SELECT p.priority FROM conversation_priorities p WHERE p.project_id = c.project_id AND p.conversation_id = c.id)`;
export const priorityField = defineRowField({ name: PRIORITY, expression, values: LEVELS });

export const priorityCondition = defineViewCondition({ name: PRIORITY, expression, values: LEVELS });

export const priorityKind = defineEventKind<v.InferOutput<typeof PriorityChange>>({
  name: PRIORITY,
  payload: PriorityChange,
  audience: () => "team",
  // Triage must not lift an old conversation above those that customers wrote in.
  change: ({ data: { priority } }) => ({ activity: false, rank: LEVELS.findIndex((level) => level === priority) + 1 }),
  writes: ({ projectId, conversationId }, { priority }, done) => [
    priority === "none"
      ? sql`DELETE FROM conversation_priorities WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND ${done}`
      : sql`INSERT INTO conversation_priorities (project_id, conversation_id, priority) SELECT ${projectId}, ${conversationId}, ${priority} WHERE ${done}
          ON CONFLICT (project_id, conversation_id) DO UPDATE SET priority = excluded.priority`,
  ],
});

/** Sets the priority of many conversations. */
export const bulkPriority = defineBulkAction<v.InferOutput<typeof PriorityChange>>({
  name: PRIORITY,
  value: PriorityChange,
  isSilent: () => true,
  seesAll: false,
  isOfProject: ANY_PROJECT,
  changeOf(_place, { priority }, row) {
    const before = priorityOf(row);
    return before === priority ? undefined : { event: newEvent(priorityKind, { priority }), inverse: { priority: before } };
  },
});

export const setPriority = (
  ctx: RequestCtx<MemberPrincipal>,
  conversationId: ConversationId,
  { clientId, priority }: { clientId: string; priority: Priority },
): Promise<Recorded> =>
  record(ctx, {
    conversationId,
    clientId,
    event: newEvent(priorityKind, { priority }),
    requires: {
      when: sql`coalesce(${expression}, 'none') <> ${priority}`,
      otherwise: priority === "none" ? m.priority_missing() : m.priority_same(),
    },
  });
