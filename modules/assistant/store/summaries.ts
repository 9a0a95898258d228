// Statements on the summaries of long conversations.
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { Place } from "./rounds.ts";

export interface Summary {
  readonly upTo: number;
  readonly content: string;
}
const NONE: Summary = { upTo: 0, content: "" };
export const readSummaryOf = ({ projectId, conversationId }: Place): Query<Summary> =>
  query(
    sql`SELECT ${columns("assistant_summaries", "up_to, content")} FROM assistant_summaries WHERE project_id = ${projectId} AND conversation_id = ${conversationId}`,
    ([row]) => (row === undefined ? NONE : { upTo: row.up_to, content: row.content }),
  );
/** Replaces the summary that ended at `from`, where `when` holds; another one that was stored meanwhile stays. */
export const writeSummary = (
  { projectId, conversationId }: Place,
  from: number,
  { upTo, content }: Summary,
  now: number,
  when: SQL,
): SQL => sql`
  INSERT INTO assistant_summaries (project_id, conversation_id, up_to, content, written_at) SELECT ${projectId}, ${conversationId}, ${upTo}, ${content}, ${now} WHERE ${when}
  ON CONFLICT (project_id, conversation_id) DO UPDATE SET up_to = excluded.up_to, content = excluded.content, written_at = excluded.written_at WHERE up_to = ${from}`;
export const writeForgetSummaries = (projectId: Place["projectId"], conversationIds: readonly string[]): SQL =>
  sql`DELETE FROM assistant_summaries WHERE project_id = ${projectId} AND conversation_id IN (SELECT value FROM json_each(${JSON.stringify([...new Set(conversationIds)])}))`;
