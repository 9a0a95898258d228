// Who is assigned, and still is a member.
import { as, type Query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { hasJoined } from "#modules/projects";

/** The assignee of the conversation `c` as an expression; NULL without one, and if they are no member any more. */
export const presentAssignee: SQL = sql`CASE WHEN c.assignee_id IS NOT NULL AND ${hasJoined(sql`c.project_id`, sql`c.assignee_id`)} THEN c.assignee_id END`;
/** Condition on the conversation `c`: nobody is assigned, or somebody who is no member any more. */
export const isFree: SQL = sql`(c.assignee_id IS NULL OR NOT ${hasJoined(sql`c.project_id`, sql`c.assignee_id`)})`;
/** The assignee, if they are still a member; undefined else. */
export const readPresentAssignee = (projectId: ProjectId, id: ConversationId): Query<AccountId | undefined> =>
  queryOne(
    sql`SELECT ${presentAssignee} ${as.textOrNull("assignee_id")} FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${id} AND ${presentAssignee} IS NOT NULL`,
    (row) => row.assignee_id as AccountId,
  );
