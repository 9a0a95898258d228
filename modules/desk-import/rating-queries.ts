// Statements on what became of ratings.
import { columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ConversationId, SatisfactionRequestId } from "#kernel/ids/index.ts";
import { isRowOf, rowIdOf } from "./row-kinds.ts";
import { mayWork, type Run } from "./run-queries.ts";

/** What an earlier run, or an earlier slice of this one, made of a rating. */
export interface RatingItem {
  readonly sourceId: string;
  readonly conversationId: ConversationId;
  readonly requestId: SatisfactionRequestId;
  readonly changed: string;
}
const among = (values: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
export const readRatingItems = (run: Run, sourceIds: readonly string[]): Query<RatingItem[]> =>
  query(
    sql`SELECT ${columns("desk_import_ratings", "source_id, conversation_id, request_id, changed")} FROM desk_import_ratings
      WHERE project_id = ${run.projectId} AND platform = ${run.platform} AND place = ${run.site} AND source_id IN ${among(sourceIds)}`,
    (rows) =>
      rows.map((row) => ({
        ...{
          sourceId: row.source_id,
          conversationId: row.conversation_id,
          requestId: row.request_id as SatisfactionRequestId,
          changed: row.changed,
        },
      })),
  );
/** Stores what became of a rating, or that it was changed again. The run that made it keeps it. */
export const writeRatingItem = (run: Run, item: RatingItem, guard: SQL): SQL => sql`
  INSERT INTO desk_import_ratings (project_id, platform, place, source_id, conversation_id, request_id, run_id, changed)
  SELECT ${run.projectId}, ${run.platform}, ${run.site}, ${item.sourceId}, ${item.conversationId}, ${item.requestId}, ${run.id}, ${item.changed} WHERE ${guard}
  ON CONFLICT (project_id, platform, place, source_id) DO UPDATE SET changed = excluded.changed`;
/** Of these tickets, those that the run itself reported as taken or here: what a dry run would have stored. */
export const readTaken = (run: Run, ticketIds: readonly string[]): Query<ReadonlySet<string>> =>
  query(
    sql`SELECT ${columns("desk_import_rows", "source_id")} FROM desk_import_rows WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND outcome <> 'skipped' AND source_id IN ${among(ticketIds)}`,
    (rows) => new Set(rows.map((row) => row.source_id)),
  );
/** Condition: the run itself made the ticket's conversation. */
export const isMadeByRun = (run: Run, ticketId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM desk_import_rows WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND source_id = ${ticketId} AND outcome = 'created')`;

const inConversation = (run: Run, conversationId: ConversationId): SQL =>
  sql`project_id = ${run.projectId} AND conversation_id = ${conversationId}`;
/** The ratings of a conversation that imports brought; with `own` only those of this run. */
export const ratingsIn = (run: Run, conversationId: ConversationId, own: boolean): SQL =>
  sql`SELECT request_id FROM desk_import_ratings WHERE ${inConversation(run, conversationId)}${own ? sql` AND run_id = ${run.id}` : sql``}`;
export const writeForgetRatings = (run: Run, conversationId: ConversationId, own: boolean, when: SQL): SQL =>
  sql`DELETE FROM desk_import_ratings WHERE ${inConversation(run, conversationId)}${own ? sql` AND run_id = ${run.id}` : sql``} AND ${when}`;
/** An addition that no row of a ticket names: a rating of a ticket that did not change itself. */
export const readLeftAddition = (run: Run): Query<string | undefined> =>
  queryOne(
    sql`SELECT ${columns("desk_import_additions", "source_id")} FROM desk_import_additions WHERE project_id = ${run.projectId} AND run_id = ${run.id} ORDER BY source_id LIMIT 1`,
    (row) => row.source_id,
  );
/** After the undo: the report says what is gone. */
export const writeUndoneRatings = (run: Run): SQL =>
  sql`UPDATE desk_import_rows SET undone = CASE WHEN EXISTS (SELECT 1 FROM desk_import_ratings i WHERE i.project_id = ${run.projectId} AND i.platform = ${run.platform} AND i.place = ${run.site} AND ${rowIdOf("rating", "")} || i.source_id = desk_import_rows.source_id) THEN 'left' ELSE 'removed' END
    WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND ${isRowOf("rating")} AND outcome IN ('created', 'updated') AND undone IS NULL AND ${mayWork(run, "undoing")}`;
