// SQL of replies that rules send. Every statement names the project.
import { as, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { AutomationRuleId, ConversationId, ProjectId } from "#kernel/ids/index.ts";

interface Place {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly ruleId: AutomationRuleId;
}
/** Revisions among which the customer's newest message is looked for. */
const LOOK_BACK = 200;
/** The channel of the customer's newest message; NULL if there is none, a program wrote it, or a different sender did. */
const ANSWERED = sql`(SELECT CASE WHEN w.origin ->> '$.automatic' IS NULL AND w.origin ->> '$.differentSender' IS NOT 1 THEN w.origin ->> '$.door' END
  FROM messages w WHERE w.project_id = c.project_id AND w.conversation_id = c.id AND w.revision > c.revision - ${LOOK_BACK} AND w.kind = 'message' AND w.author_role = 'visitor'
  ORDER BY w.revision DESC LIMIT 1)`;
/**
 * Condition on the conversation `c`: its customer may be written to by a program. A person wrote last of the customer's side, it is no spam, the
 * contact is active, and if the reply goes by mail, the address is theirs.
 */
export const mayBeWrittenTo = (): SQL => sql`c.silenced = 0 AND EXISTS (
  SELECT 1 FROM contacts t WHERE t.project_id = c.project_id AND t.id = c.contact_id AND t.state = 'active' AND ${ANSWERED} IS NOT NULL
    AND (t.email_verified = 1 OR (c.door <> 'email' AND ${ANSWERED} <> 'email')))`;

/** Condition: no rule has replied in the conversation since `hour`, nor this one since `day`; both in epoch milliseconds. */
export const hasNoRecentReply = (
  { projectId, conversationId, ruleId }: Place,
  { hour, day }: { readonly hour: number; readonly day: number },
): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM automation_replies r WHERE r.project_id = ${projectId} AND r.conversation_id = ${conversationId} AND (r.sent_at > ${hour} OR (r.rule_id = ${ruleId} AND r.sent_at > ${day})))`;
export const readHasNoRecentReply = (projectId: ProjectId, id: ConversationId, guard: SQL): Query<boolean> =>
  query(
    sql`SELECT ${guard} ${as.number("is_free")} FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${id}`,
    ([row]) => row?.is_free === 1,
  );
export const writeReplySent = ({ projectId, conversationId, ruleId }: Place, now: number, done: SQL): SQL => sql`
  INSERT INTO automation_replies (project_id, conversation_id, rule_id, sent_at) SELECT ${projectId}, ${conversationId}, ${ruleId}, ${now} WHERE ${done}
  ON CONFLICT (project_id, conversation_id, rule_id) DO UPDATE SET sent_at = excluded.sent_at`;

/** What keeps nothing from being sent any more. */
export const writeOldRepliesGone = (before: number, limit: number): SQL =>
  sql`DELETE FROM automation_replies WHERE (project_id, conversation_id, rule_id) IN (SELECT project_id, conversation_id, rule_id FROM automation_replies WHERE sent_at < ${before} ORDER BY sent_at LIMIT ${limit})`;
export const writeRepliesOfProjectGone = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM automation_replies WHERE project_id = ${projectId} AND ${when}`;
