// Where a merged conversation goes on.
import { as, type Query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { MAX_MERGE_DEPTH } from "../contract.ts";

/**
 * SQL of the conversation that goes on in place of this one: itself, if it was not merged. One lookup for each merge on the way, and one for a
 * split that was undone, which leads to what may be merged.
 */
export const keptConversation = (projectId: ProjectId, id: ConversationId | SQL): SQL => sql`(
  WITH RECURSIVE way (id, step) AS (SELECT ${id}, 0 UNION ALL
    SELECT c.merged_into, way.step + 1 FROM way JOIN conversations c ON c.project_id = ${projectId} AND c.id = way.id WHERE c.merged_into IS NOT NULL AND way.step <= ${MAX_MERGE_DEPTH})
  SELECT id FROM way ORDER BY step DESC LIMIT 1)`;

/**
 * SQL of the conversation in which an event with this clientId was stored while the conversation `c` was merged, one way or another, and is no
 * longer: along every merge that stands or was undone. Null without an undone merge, which costs nothing.
 */
export const storedOnTheWay = (projectId: ProjectId, scope: string, clientId: string): SQL => sql`
  CASE WHEN c.parted_from IS NOT NULL THEN (
    WITH RECURSIVE way (id) AS (SELECT c.parted_from UNION SELECT b.led_to FROM conversation_partings b WHERE b.project_id = ${projectId} AND b.conversation_id = c.id UNION
      SELECT n.value FROM way CROSS JOIN conversations x ON x.project_id = ${projectId} AND x.id = way.id CROSS JOIN json_each(json_array(x.merged_into, x.parted_from)) n WHERE n.value IS NOT NULL UNION
      SELECT b.led_to FROM way CROSS JOIN conversation_partings b ON b.project_id = ${projectId} AND b.conversation_id = way.id)
    SELECT way.id FROM way CROSS JOIN conversation_events p ON p.project_id = ${projectId} AND p.conversation_id = way.id AND p.scope = ${scope} AND p.client_id = ${clientId} WHERE way.id <> c.id LIMIT 1) END`;

/** The conversation that goes on in place of this one, with its contact; undefined where there is no such conversation. */
export const readKept = (
  projectId: ProjectId,
  id: ConversationId,
): Query<{ readonly id: ConversationId; readonly contactId: ContactId } | undefined> =>
  queryOne(
    sql`SELECT c.id ${as.of<{ id: ConversationId }>("id")}, c.contact_id ${as.of<{ contact_id: ContactId }>("contact_id")} FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${keptConversation(projectId, id)}`,
    (row) => ({ id: row.id, contactId: row.contact_id }),
  );
