// Reads the rows of one reader, and stops what is scheduled for a deleted project.
import { as, columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ProjectId } from "#kernel/ids/index.ts";

export interface ReaderKey {
  readonly kind: "search" | "feedback" | "question";
  readonly id: string;
}
export const readReaderKeys = (projectId: ProjectId, contactId: ContactId, limit: number): Query<ReaderKey[]> => {
  const of = sql`project_id = ${projectId} AND contact_id = ${contactId} LIMIT ${limit}`;
  return query(
    sql`SELECT * FROM (SELECT 'search' ${as.of<{ kind: ReaderKey["kind"] }>("kind")}, ${columns("help_searches", "id")} FROM help_searches WHERE ${of})
      UNION ALL SELECT * FROM (SELECT 'feedback' AS kind, id FROM help_feedback WHERE ${of})
      UNION ALL SELECT * FROM (SELECT 'question' AS kind, id FROM help_questions WHERE ${of}) LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        kind: row.kind,
        id: row.id,
      })),
  );
};

/** Stops searching for the groups of a deleted project. What its readers left expires with age, as everywhere. */
export const writeStopGapSearches = (projectId: ProjectId, when: SQL): SQL[] => [
  sql`UPDATE help_gaps SET look_at = NULL WHERE project_id = ${projectId} AND look_at IS NOT NULL AND ${when}`,
];
