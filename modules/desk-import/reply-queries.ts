// Statements on what became of canned replies.
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { CannedReplyId } from "#kernel/ids/index.ts";
import { replyIsGone } from "#modules/canned-replies";
import { isRowOf, rowIdOf } from "./row-kinds.ts";
import { mayWork, type Run } from "./run-queries.ts";

/** What an earlier run, or an earlier slice of this one, made of a canned reply. */
export interface ReplyItem {
  readonly sourceId: string;
  readonly replyId: CannedReplyId;
  readonly changed: string;
  readonly version: number;
}
export const readReplyItems = (run: Run, sourceIds: readonly string[]): Query<ReplyItem[]> =>
  query(
    sql`SELECT ${columns("desk_import_replies", "source_id, reply_id, changed, version")} FROM desk_import_replies
      WHERE project_id = ${run.projectId} AND platform = ${run.platform} AND place = ${run.site} AND source_id IN (SELECT value FROM json_each(${JSON.stringify(sourceIds)}))`,
    (rows) => rows.map((row) => ({ sourceId: row.source_id, replyId: row.reply_id, changed: row.changed, version: row.version })),
  );
/** Stores what became of a reply, or that it was changed again. The run that made it keeps it. */
export const writeReplyItem = (run: Run, item: ReplyItem, guard: SQL): SQL => sql`
  INSERT INTO desk_import_replies (project_id, platform, place, source_id, reply_id, run_id, changed, version)
  SELECT ${run.projectId}, ${run.platform}, ${run.site}, ${item.sourceId}, ${item.replyId}, ${run.id}, ${item.changed}, ${item.version} WHERE ${guard}
  ON CONFLICT (project_id, platform, place, source_id) DO UPDATE SET changed = excluded.changed, version = excluded.version`;

/** The replies that the run made, in the versions that imports wrote: what an undo may remove. */
export const madeReplies = (run: Run): SQL =>
  sql`SELECT reply_id, version FROM desk_import_replies WHERE project_id = ${run.projectId} AND run_id = ${run.id}`;
/** After the undo: the report says what is gone, and a later run may bring it back. */
export const writeUndoneReplies = (run: Run): SQL[] => {
  const isGone = replyIsGone(run.projectId, sql`i.reply_id`);
  const mine = sql`project_id = ${run.projectId} AND run_id = ${run.id}`;
  return [
    sql`UPDATE desk_import_rows SET undone = CASE WHEN EXISTS (SELECT 1 FROM desk_import_replies i WHERE i.project_id = ${run.projectId} AND i.run_id = ${run.id} AND ${rowIdOf("reply", "")} || i.source_id = desk_import_rows.source_id AND ${isGone}) THEN 'removed' ELSE 'left' END
      WHERE ${mine} AND ${isRowOf("reply")} AND outcome IN ('created', 'updated') AND undone IS NULL AND ${mayWork(run, "undoing")}`,
    sql`DELETE FROM desk_import_replies AS i WHERE i.project_id = ${run.projectId} AND i.run_id = ${run.id} AND ${isGone} AND ${mayWork(run, "undoing")}`,
  ];
};
