// A cron task: compares the kept counts of a project with its conversations once a day, and corrects them.
import { hours } from "#kernel/clock/index.ts";
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";

const EVERY = hours(24);

const AT_ONCE = 10;

/** A few projects at a time: counting reads an entry of an index for each of their conversations. */
export async function recount(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [due] = await ctx.db.read(readDue(now - EVERY));
  for (const projectId of due) {
    const [wrong = 0] = await ctx.db.commit([writeCounted(projectId), writeChecked(projectId, now)]);
    if (wrong > 0) ctx.log.warn("counts of a project's conversations were wrong", { projectId, wrong });
  }
}

const readDue = (before: number): Query<ProjectId[]> =>
  query(
    sql`SELECT ${columns("conversation_counts", "project_id")} FROM conversation_counts INDEXED BY conversation_counts_due WHERE list = 'open' AND checked_at < ${before} ORDER BY checked_at LIMIT ${AT_ONCE}`,
    (rows) => rows.map((row) => row.project_id),
  );
const writeCounted = (projectId: ProjectId): SQL => sql`
  WITH counted AS MATERIALIZED (
    SELECT status AS list, count(*) AS n FROM conversations INDEXED BY conversations_status WHERE project_id = ${projectId} AND status <> 'closed' GROUP BY status
    UNION ALL SELECT iif(silenced = 1, 'silenced', 'closed'), count(*) FROM conversations INDEXED BY conversations_closed WHERE project_id = ${projectId} AND status = 'closed' GROUP BY silenced
    UNION ALL SELECT coalesce('assigned:' || assignee_id, 'unassigned'), count(*) FROM conversations INDEXED BY conversations_assignee WHERE project_id = ${projectId} AND status = 'open' GROUP BY assignee_id)
  INSERT INTO conversation_counts (project_id, list, conversations)
  SELECT ${projectId}, list, n FROM (SELECT list, n FROM counted UNION ALL SELECT k.list, 0 FROM conversation_counts k WHERE k.project_id = ${projectId} AND k.list NOT IN (SELECT list FROM counted)) WHERE 1
  ON CONFLICT (project_id, list) DO UPDATE SET conversations = excluded.conversations WHERE conversations <> excluded.conversations`;
const writeChecked = (projectId: ProjectId, now: number): SQL =>
  sql`UPDATE conversation_counts SET checked_at = ${now} WHERE project_id = ${projectId} AND list = 'open'`;
