// Conversations whose notes mention a member: what is kept of mentions, the field of conditions, and the view.
import type { AccountId } from "#kernel/ids/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { MENTIONS } from "./contract/conditions.ts";
import type { EventPlace } from "./kinds/event-kind.ts";
import { defineModuleView, defineViewCondition } from "./kinds/view-condition.ts";

export const writeMentions = ({ projectId, conversationId }: EventPlace, mentions: readonly AccountId[], done: SQL): SQL => sql`
  INSERT INTO conversation_mentions (project_id, conversation_id, account_id)
  SELECT ${projectId}, ${conversationId}, value FROM json_each(${JSON.stringify(mentions)}) WHERE ${done} ON CONFLICT DO NOTHING`;

export const mentionsCondition = defineViewCondition({
  name: MENTIONS,
  expression: sql`(SELECT nullif(json_group_array(k.account_id), '[]') FROM conversation_mentions k WHERE k.project_id = c.project_id AND k.conversation_id = c.id)`,
});
/** Of each member: the conversations in which a note mentions them, whatever became of these. */
export const mentionsView = defineModuleView({
  name: MENTIONS,
  conditions: (me) => [{ field: MENTIONS, is: "any", values: [me] }],
  sort: "activity",
  isOffered: (projectId, me) =>
    sql`EXISTS (SELECT 1 FROM conversation_mentions INDEXED BY conversation_mentions_account WHERE project_id = ${projectId} AND account_id = ${me})`,
});
