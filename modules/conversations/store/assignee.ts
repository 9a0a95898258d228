// Who is assigned, and still is a member.
import { type SQL, sql } from "#kernel/db/index.ts";
import { hasJoined } from "#modules/projects";

/** The assignee of the conversation `c` as an expression; NULL without one, and if they are no member any more. */
export const presentAssignee: SQL = sql`CASE WHEN c.assignee_id IS NOT NULL AND ${hasJoined(sql`c.project_id`, sql`c.assignee_id`)} THEN c.assignee_id END`;
/** Condition on the conversation `c`: nobody is assigned, or somebody who is no member any more. */
export const isFree: SQL = sql`(c.assignee_id IS NULL OR NOT ${hasJoined(sql`c.project_id`, sql`c.assignee_id`)})`;
