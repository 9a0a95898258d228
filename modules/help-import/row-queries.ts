// Statements on the report of a run, and on undoing it.
import { as, columns, notNull, parseJson, type Query, query, queryOne, type Selected, type SQL, sql } from "#kernel/db/index.ts";
import type { ArticleId, HelpImportId, ProjectId } from "#kernel/ids/index.ts";
import type { ImportRow, Outcome } from "./contract.ts";
import type { ItemKey } from "./item-queries.ts";
import { type Count, mayWork, ofRun, type Run } from "./run-queries.ts";

const among = (values: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
export type Note = readonly [code: string, detail: string];
export interface NewRow extends ItemKey {
  readonly title: string;
  readonly url: string | null;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly articleId: ArticleId | null;
  readonly notes: readonly Note[];
  readonly open: boolean;
  readonly publish: boolean;
  readonly attempt: string;
}
/** The row whose insert decides its batch. `before`: an expression of the state that an update replaces. */
export const writeRow = (run: Run, r: NewRow, before: SQL, guard: SQL): SQL => sql`
  INSERT INTO help_import_rows (project_id, run_id, source_id, locale, title, url, outcome, reason, article_id, attempt, notes, open, publish, before)
  SELECT ${run.projectId}, ${run.id}, ${r.sourceId}, ${r.locale}, ${r.title}, ${r.url}, ${r.outcome}, ${r.reason}, ${r.articleId}, ${r.attempt}, ${JSON.stringify(r.notes)}, ${r.open ? 1 : 0}, ${r.publish ? 1 : 0}, ${before}
  WHERE ${mayWork(run)} AND ${guard} ON CONFLICT (project_id, run_id, source_id, locale) DO NOTHING`;
const ofRow = (run: Run, key: ItemKey): SQL =>
  sql`project_id = ${run.projectId} AND run_id = ${run.id} AND source_id = ${key.sourceId} AND locale = ${key.locale}`;
export const isAttempt = (run: Run, key: ItemKey, attempt: string): SQL =>
  sql`EXISTS (SELECT 1 FROM help_import_rows WHERE ${ofRow(run, key)} AND attempt = ${attempt})`;
export const writeCounted = (run: Run, count: Count, guard: SQL): SQL =>
  sql`UPDATE help_import_runs SET ${sql.raw(`${count} = ${count}`)} + 1 WHERE ${ofRun(run.projectId, run.id)} AND ${guard}`;
/** Counts an article that fewer people may read since the run, once for all its languages. */
export const writeNarrowed = (run: Run, key: ItemKey, guard: SQL): SQL =>
  writeCounted(
    run,
    "narrowed",
    sql`${guard} AND NOT EXISTS (SELECT 1 FROM help_import_rows o WHERE o.project_id = ${run.projectId} AND o.run_id = ${run.id} AND o.source_id = ${key.sourceId} AND o.locale <> ${key.locale} AND instr(o.notes, '["narrowed",') > 0)`,
  );
/** The current text of the article, with the hash of its source, as a JSON expression. The undo restores it. */
export const textBefore = (projectId: ProjectId, articleId: ArticleId, locale: string, hash: string): SQL =>
  sql`(SELECT json_object('title', title, 'summary', summary, 'content', content, 'live', live_revision IS NOT NULL AND live_revision = revision, 'hash', ${hash}) FROM help_article_texts WHERE project_id = ${projectId} AND article_id = ${articleId} AND locale = ${locale})`;

/** Which of these articles already have a row in the run. */
export const readRowOutcome = (run: Run, sourceIds: readonly string[]): Query<ReadonlySet<string>> =>
  query(
    sql`SELECT source_id || '/' || locale ${as.text("key")} FROM help_import_rows WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND source_id IN ${among(sourceIds)}`,
    (rows) => new Set(rows.map((row) => row.key)),
  );

export interface Open extends ItemKey {
  readonly articleId: ArticleId;
  readonly url: string | null;
  readonly publish: boolean;
  readonly notes: readonly Note[];
}
export const readOpen = (run: Run, limit: number): Query<Open[]> =>
  query(
    sql`SELECT ${columns("help_import_rows", "source_id, locale, article_id, url, publish, notes")} FROM help_import_rows WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND open = 1 AND article_id IS NOT NULL ORDER BY source_id, locale LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        sourceId: row.source_id,
        locale: row.locale,
        articleId: notNull(row.article_id),
        url: row.url,
        publish: row.publish !== 0,
        notes: parseJson<Note[]>(row.notes),
      })),
  );
/** Condition: the second pass has not handled the row, and the run may work. */
export const isOpen = (run: Run, key: ItemKey): SQL =>
  sql`(EXISTS (SELECT 1 FROM help_import_rows WHERE ${ofRow(run, key)} AND open = 1) AND ${mayWork(run)})`;
export const writeClosed = (run: Run, key: ItemKey, notes: readonly Note[], guard: SQL): SQL =>
  sql`UPDATE help_import_rows SET open = 0, notes = ${JSON.stringify(notes)} WHERE ${ofRow(run, key)} AND open = 1 AND ${guard}`;
export const writeOldPaths = (
  projectId: ProjectId,
  articleId: ArticleId,
  locale: string,
  paths: readonly string[],
  now: number,
  guard: SQL,
): SQL => sql`
  INSERT INTO help_redirects (project_id, locale, path, article_id, created_at) SELECT ${projectId}, ${locale}, value, ${articleId}, ${now} FROM json_each(${JSON.stringify(paths)}) WHERE ${guard}
  ON CONFLICT (project_id, locale, path) DO UPDATE SET article_id = excluded.article_id, created_at = excluded.created_at`;

export interface Before {
  readonly title: string;
  readonly summary: string;
  readonly content: string;
  /** Whether readers saw this draft. */
  readonly live: number;
  readonly hash: string;
}
export interface Undoable extends ItemKey {
  readonly articleId: ArticleId;
  readonly outcome: "created" | "updated";
  readonly before: Before | null;
}
/** The next row that the undo has not reached. One at a time, because the replaced text may be long. */
export const readUndoable = (run: Run): Query<Undoable | undefined> =>
  queryOne(
    sql`SELECT ${columns("help_import_rows", "source_id, locale, article_id, outcome, before")} FROM help_import_rows WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND (source_id, locale) > (${keyOf(run.at)[0]}, ${keyOf(run.at)[1]})
      AND outcome IN ('created', 'updated') AND undone IS NULL AND article_id IS NOT NULL ORDER BY source_id, locale LIMIT 1`,
    (row) => ({
      sourceId: row.source_id,
      locale: row.locale,
      articleId: notNull(row.article_id),
      outcome: row.outcome as Undoable["outcome"],
      before: row.before === null ? null : parseJson<Before>(row.before),
    }),
  );
const keyOf = (at: string | null): readonly [string, string] => {
  const cut = at?.lastIndexOf("/") ?? -1;
  return at === null || cut < 0 ? ["", ""] : [at.slice(0, cut), at.slice(cut + 1)];
};
export const isNotUndone = (run: Run, key: ItemKey): SQL =>
  sql`EXISTS (SELECT 1 FROM help_import_rows WHERE ${ofRow(run, key)} AND undone IS NULL) AND ${mayWork(run, "undoing")}`;
export const writeUndone = (run: Run, key: ItemKey, undone: "removed" | "restored" | "left", guard: SQL): SQL =>
  sql`UPDATE help_import_rows SET undone = ${undone}, open = 0 WHERE ${ofRow(run, key)} AND undone IS NULL AND ${guard}`;
/** Deletes one language of an article with all its versions and addresses, and the article itself after the last language. */
export const writeRemovedText = (projectId: ProjectId, articleId: ArticleId, locale: string, guard: SQL): SQL[] => [
  ...["help_article_texts", "help_article_versions", "help_redirects"].map(
    (table) =>
      sql`DELETE FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND article_id = ${articleId} AND locale = ${locale} AND ${guard}`,
  ),
  sql`DELETE FROM help_articles WHERE project_id = ${projectId} AND id = ${articleId} AND NOT EXISTS (SELECT 1 FROM help_article_texts WHERE project_id = ${projectId} AND article_id = ${articleId}) AND ${guard}`,
];

const rowOf = (
  row: Selected<"help_import_rows", "source_id, locale, title, url, outcome, reason, article_id, notes, undone">,
): ImportRow => ({
  sourceId: row.source_id,
  locale: row.locale,
  title: row.title,
  url: row.url,
  outcome: row.outcome,
  reason: row.reason,
  articleId: row.article_id,
  notes: parseJson<Note[]>(row.notes).map(([code, detail]) => ({ code, detail })),
  undone: row.undone as NonNullable<ImportRow["undone"]> | null,
});
export const readRows = (
  projectId: ProjectId,
  id: HelpImportId,
  outcome: Outcome | undefined,
  after: readonly [string, string],
  limit: number,
): Query<ImportRow[]> =>
  query(
    sql`SELECT ${columns("help_import_rows", "source_id, locale, title, url, outcome, reason, article_id, notes, undone")} FROM help_import_rows WHERE project_id = ${projectId} AND run_id = ${id}${outcome === undefined ? sql`` : sql` AND outcome = ${outcome}`}
      AND (source_id, locale) > (${after[0]}, ${after[1]}) ORDER BY source_id, locale LIMIT ${limit}`,
    (rows) => rows.map(rowOf),
  );
