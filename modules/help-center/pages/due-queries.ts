// Statements on due pages: what changes of articles leave to a later run, which renders each page once for many changes.
import { columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ArticleId, CollectionId, ProjectId } from "#kernel/ids/index.ts";
import type { At } from "./queries.ts";

export interface DuePage {
  readonly page: string;
  /** Of the latest change that asked for the page. */
  readonly token: string;
  /** Where to resume; null: from the beginning. */
  readonly at: string | null;
}

/** Adds pages, or asks for them again if they are due already. */
export const writeDuePages = (projectId: ProjectId, pages: readonly string[], token: string): SQL => sql`
  INSERT INTO help_due_pages (project_id, page, token) SELECT ${projectId}, value, ${token} FROM json_each(${JSON.stringify(pages)}) WHERE 1
  ON CONFLICT (project_id, page) DO UPDATE SET token = excluded.token, at = NULL`;
/** The due pages of one kind, in order. */
export const readDuePages = (projectId: ProjectId, kind: string, limit: number): Query<DuePage[]> =>
  query(
    sql`SELECT ${columns("help_due_pages", "page, token, at")} FROM help_due_pages WHERE project_id = ${projectId} AND page >= ${kind} AND page < ${`${kind}\u{10ffff}`} ORDER BY page LIMIT ${limit}`,
    (rows) => rows.map(({ page, token, at }) => ({ page, token, at })),
  );
/** Removes what was rendered, unless it was asked for again meanwhile. */
export const writePagesRendered = (projectId: ProjectId, done: readonly DuePage[]): SQL =>
  sql`DELETE FROM help_due_pages WHERE project_id = ${projectId} AND (page, token) IN (SELECT value ->> 'page', value ->> 'token' FROM json_each(${JSON.stringify(done.map(({ page, token }) => ({ page, token })))}))`;
export const writeDueAt = (projectId: ProjectId, { page, token }: DuePage, at: string): SQL =>
  sql`UPDATE help_due_pages SET at = ${at} WHERE project_id = ${projectId} AND page = ${page} AND token = ${token}`;
export const writeForgetDuePages = (projectId: ProjectId): SQL => sql`DELETE FROM help_due_pages WHERE project_id = ${projectId}`;

/** Makes the run the one that renders due pages; an earlier one stops. */
export const writeDueRun = (projectId: ProjectId, jobId: string): SQL =>
  sql`INSERT INTO help_renders (project_id, due_run) VALUES (${projectId}, ${jobId}) ON CONFLICT (project_id) DO UPDATE SET due_run = excluded.due_run`;
export const writeNextDueRun = (projectId: ProjectId, from: number): SQL =>
  sql`UPDATE help_renders SET due_from = ${from} WHERE project_id = ${projectId}`;
/** The latest run to begin, and from when on the next one may. */
export const readDueRun = (projectId: ProjectId): Query<{ run: string | null; nextFrom: number | null } | undefined> =>
  queryOne(sql`SELECT ${columns("help_renders", "due_run, due_from")} FROM help_renders WHERE project_id = ${projectId}`, (row) => ({
    run: row.due_run,
    nextFrom: row.due_from,
  }));
/**
 * Condition: no job that renders due pages waits for a time until `until`. One that runs already may have read them. Without LIKE, whose
 * bound pattern would have SQLite prepare the statement anew each time.
 */
export const noDueRunWaits = (projectId: ProjectId, until: number): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM jobs WHERE project_id = ${projectId} AND state IN ('queued', 'running') AND state = 'queued' AND ${sql.raw(`substr(key, 1, ${DUE_RUN.length}) = '${DUE_RUN}'`)} AND due_at <= ${until})`;
/** The beginning of the keys of these jobs. */
export const DUE_RUN = "help.due:";

/** The collections and places of articles, also of those that readers no longer see. */
export const readPlaces = (
  projectId: ProjectId,
  ids: readonly string[],
): Query<{ articleId: ArticleId; collectionId: CollectionId | null; at: At }[]> =>
  query(
    sql`SELECT ${columns({ a: "help_articles" }, "a.id, a.collection_id, a.place")} FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN help_articles a ON a.id = j.value AND a.project_id = ${projectId}`,
    (rows) => rows.map((row) => ({ articleId: row.id, collectionId: row.collection_id, at: { place: row.place, id: row.id } })),
  );
