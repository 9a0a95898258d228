// Every statement on imports.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { col, onePart, type Part, part, type Row } from "#kernel/db/index.ts";
import type { AccountId, ArticleId, CollectionId, HelpImportId, ProjectId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { type SQL, sql } from "drizzle-orm";
import type { ImportOptions, ImportRow, ImportRun, Outcome, Platform } from "./contract.ts";
import type { Outline } from "./platforms/index.ts";
import type { Known } from "./rules.ts";

const among = (values: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

// --- who may ----------------------------------------------------------------------

export interface Access {
  readonly name: string;
  readonly slug: string;
  readonly firstOwnerId: AccountId;
  /** The first owner owns the project. */
  readonly own: boolean;
  readonly opened: boolean;
  readonly defaultLocale: string;
  /** Languages of the help center. */
  readonly locales: readonly string[];
}
export const readAccess = (projectId: ProjectId): Part<Access | undefined> =>
  onePart(
    sql`SELECT p.name, p.slug, i.first_owner_id, EXISTS (SELECT 1 FROM memberships m WHERE m.project_id = p.id AND m.account_id = i.first_owner_id AND m.role = 'owner') AS own,
      EXISTS (SELECT 1 FROM help_import_access x WHERE x.project_id = p.id) AS opened, coalesce((SELECT default_locale FROM help_centers h WHERE h.project_id = p.id), 'en') AS default_locale, coalesce((SELECT locales FROM help_centers h WHERE h.project_id = p.id), '["en"]') AS locales
      FROM projects p JOIN installation i ON i.id = 1 WHERE p.id = ${projectId} AND p.deleted_at IS NULL`,
    (row) => ({
      name: col.text(row, "name"),
      slug: col.text(row, "slug"),
      firstOwnerId: col.id<AccountId>(row, "first_owner_id"),
      own: col.truth(row, "own"),
      opened: col.truth(row, "opened"),
      defaultLocale: col.text(row, "default_locale"),
      locales: col.json<string[]>(row, "locales"),
    }),
  );
export const writeAccess = (projectId: ProjectId, open: boolean, by: AccountId, now: number): SQL =>
  open
    ? sql`INSERT INTO help_import_access (project_id, opened_at, opened_by) VALUES (${projectId}, ${now}, ${by}) ON CONFLICT (project_id) DO NOTHING`
    : sql`DELETE FROM help_import_access WHERE project_id = ${projectId}`;

// --- runs -------------------------------------------------------------------------

export interface Run {
  readonly id: HelpImportId;
  readonly projectId: ProjectId;
  readonly by: AccountId;
  readonly platform: Platform;
  readonly place: string;
  readonly options: ImportOptions;
  readonly dry: boolean;
  readonly state: ImportRun["state"];
  readonly phase: ImportRun["phase"];
  readonly at: string | null;
  readonly outline: Outline | null;
  readonly failures: number;
  readonly resumeAt: number | null;
  readonly createdAt: number;
  readonly shown: ImportRun;
}
const COUNTS = ["created", "updated", "unchanged", "kept", "skipped", "published", "removed", "restored", "spared"] as const;
type Count = (typeof COUNTS)[number];
const RUN = sql`r.id, r.project_id, r.name, r.platform, r.place, r.options, r.dry, r.state, r.phase, r.at, r.total, r.created, r.updated, r.unchanged, r.kept, r.skipped,
  r.published, r.removed, r.restored, r.spared, r.failures, r.error, r.resume_at, r.created_at, r.created_by, ${nameOf(sql`r.created_by`)} AS creator, r.finished_at`;
const runOf = (row: Row): Run => {
  const options = col.json<ImportOptions>(row, "options");
  const state = col.id<ImportRun["state"]>(row, "state");
  const phase = col.id<ImportRun["phase"]>(row, "phase");
  const platform = col.id<Platform>(row, "platform");
  const id = col.id<HelpImportId>(row, "id");
  const [dry, place, resumeAt] = [col.truth(row, "dry"), col.text(row, "place"), col.numberOrNull(row, "resume_at")];
  return {
    ...{ id, platform, place, options, dry, state, phase, resumeAt },
    projectId: col.id<ProjectId>(row, "project_id"),
    by: col.id<AccountId>(row, "created_by"),
    at: col.textOrNull(row, "at"),
    outline: col.textOrNull(row, "outline") === null ? null : col.json<Outline>(row, "outline"),
    failures: col.number(row, "failures"),
    createdAt: col.number(row, "created_at"),
    shown: {
      ...{ id, platform, place, options, dry, state, phase },
      name: col.text(row, "name"),
      total: col.numberOrNull(row, "total"),
      counts: Object.fromEntries(COUNTS.map((name) => [name, col.number(row, name)])) as ImportRun["counts"],
      error: col.idOrNull<NonNullable<ImportRun["error"]>>(row, "error"),
      resumeAt: isoOrNull(resumeAt),
      createdAt: iso(col.number(row, "created_at")),
      createdBy: col.textOrNull(row, "creator"),
      finishedAt: isoOrNull(col.numberOrNull(row, "finished_at")),
    },
  };
};
export const readRun = (projectId: ProjectId, id: HelpImportId): Part<Run | undefined> =>
  onePart(sql`SELECT ${RUN}, NULL AS outline FROM help_import_runs r WHERE r.project_id = ${projectId} AND r.id = ${id}`, runOf);
/** With what was read of the source, which may be long. */
export const readWholeRun = (projectId: ProjectId, id: HelpImportId): Part<Run | undefined> =>
  onePart(sql`SELECT ${RUN}, r.outline FROM help_import_runs r WHERE r.project_id = ${projectId} AND r.id = ${id}`, runOf);
export const readRunBy = (projectId: ProjectId, clientId: string): Part<Run | undefined> =>
  onePart(
    sql`SELECT ${RUN}, NULL AS outline FROM help_import_runs r WHERE r.project_id = ${projectId} AND r.client_id = ${clientId}`,
    runOf,
  );
export const readRuns = (projectId: ProjectId, before: string | undefined, limit: number): Part<Run[]> =>
  part(
    sql`SELECT ${RUN}, NULL AS outline FROM help_import_runs r WHERE r.project_id = ${projectId}${before === undefined ? sql`` : sql` AND r.id < ${before}`} ORDER BY r.id DESC LIMIT ${limit}`,
    (rows) => rows.map(runOf),
  );
/** Runs that nothing may be working on, those that wait longest first. */
export const readActive = (now: number, limit: number): Part<{ id: HelpImportId; projectId: ProjectId }[]> =>
  part(
    sql`SELECT id, project_id FROM help_import_runs WHERE state IN ('running', 'undoing') AND (resume_at IS NULL OR resume_at <= ${now}) ORDER BY resume_at LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ id: col.id<HelpImportId>(row, "id"), projectId: col.id<ProjectId>(row, "project_id") })),
  );
export interface NewRun {
  readonly id: HelpImportId;
  readonly projectId: ProjectId;
  readonly clientId: string;
  readonly name: string;
  readonly platform: Platform;
  readonly place: string;
  readonly options: ImportOptions;
  readonly dry: boolean;
  readonly by: AccountId;
  readonly now: number;
}
const isBusy = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_import_runs WHERE project_id = ${projectId} AND state IN ('running', 'undoing'))`;
/** One run at a time in a project: two would take each other's articles for changed by people. */
export const writeRun = (r: NewRun, when: SQL): SQL => sql`
  INSERT INTO help_import_runs (id, project_id, client_id, name, platform, place, options, dry, state, phase, created_at, created_by, updated_at)
  SELECT ${r.id}, ${r.projectId}, ${r.clientId}, ${r.name}, ${r.platform}, ${r.place}, ${JSON.stringify(r.options)}, ${r.dry ? 1 : 0}, 'running', 'outline', ${r.now}, ${r.by}, ${r.now}
  WHERE ${when} AND NOT ${isBusy(r.projectId)} ON CONFLICT (project_id, client_id) DO NOTHING`;
export const runExists = (projectId: ProjectId, id: HelpImportId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_import_runs WHERE project_id = ${projectId} AND id = ${id})`;
export const isState = (projectId: ProjectId, id: HelpImportId, state: ImportRun["state"]): SQL =>
  sql`EXISTS (SELECT 1 FROM help_import_runs WHERE project_id = ${projectId} AND id = ${id} AND state = ${state})`;
const ofRun = (projectId: ProjectId, id: HelpImportId): SQL => sql`project_id = ${projectId} AND id = ${id}`;
/** Puts the run where it goes on, if it still is where the caller saw it. */
export const writeProgress = (
  run: Run,
  to: { phase: Run["phase"]; at: string | null; outline?: Outline; total?: number | null },
  now: number,
): SQL => sql`
  UPDATE help_import_runs SET phase = ${to.phase}, at = ${to.at}, failures = 0, error = NULL, resume_at = NULL, updated_at = ${now}${to.outline === undefined ? sql`` : sql`, outline = ${JSON.stringify(to.outline)}`}${
    to.total === undefined || to.total === null ? sql`` : sql`, total = ${to.total}`
  } WHERE ${ofRun(run.projectId, run.id)} AND state = ${run.state} AND phase = ${run.phase} AND at IS ${run.at}`;
export const writeEnded = (run: Run, state: "done" | "undone", now: number): SQL =>
  sql`UPDATE help_import_runs SET state = ${state}, finished_at = ${now}, updated_at = ${now}, error = NULL, resume_at = NULL, failures = 0 WHERE ${ofRun(run.projectId, run.id)} AND state = ${run.state}`;
/** After a failure: goes on at a time, or waits for a person. */
export const writeTrouble = (run: Run, error: string, resumeAt: number | null, now: number): SQL =>
  sql`UPDATE help_import_runs SET failures = failures + 1, error = ${error}, resume_at = ${resumeAt}, updated_at = ${now}${resumeAt === null ? sql`, state = 'failed', finished_at = ${now}` : sql``} WHERE ${ofRun(run.projectId, run.id)} AND state = ${run.state}`;
export const writeAborted = (projectId: ProjectId, id: HelpImportId, now: number, when: SQL): SQL =>
  sql`UPDATE help_import_runs SET state = 'aborted', finished_at = ${now}, updated_at = ${now}, resume_at = NULL WHERE ${ofRun(projectId, id)} AND state = 'running' AND ${when}`;
export const writeResumed = (projectId: ProjectId, id: HelpImportId, now: number, when: SQL): SQL =>
  sql`UPDATE help_import_runs SET state = CASE WHEN phase = 'undo' THEN 'undoing' ELSE 'running' END, finished_at = NULL, failures = 0, error = NULL, resume_at = NULL, updated_at = ${now}
    WHERE ${ofRun(projectId, id)} AND state IN ('failed', 'aborted') AND NOT ${isBusy(projectId)} AND ${when}`;
export const writeUndoing = (projectId: ProjectId, id: HelpImportId, now: number, when: SQL): SQL =>
  sql`UPDATE help_import_runs SET state = 'undoing', phase = 'undo', at = NULL, finished_at = NULL, failures = 0, error = NULL, resume_at = NULL, updated_at = ${now}
    WHERE ${ofRun(projectId, id)} AND state IN ('done', 'failed', 'aborted') AND dry = 0 AND phase <> 'undo' AND NOT ${isBusy(projectId)} AND ${when}`;
/** With its project. */
export const writeEndImports = (projectId: ProjectId, when: SQL): SQL[] =>
  ["help_import_runs", "help_import_items", "help_import_rows", "help_import_access"].map(
    (table) => sql`DELETE FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND ${when}`,
  );

// --- collections ------------------------------------------------------------------

/** The names by which imported collections and articles are known again. */
export const sourceKey = ({ platform, place }: Pick<Run, "platform" | "place">, id: string): string => `import:${platform}:${place}:${id}`;
/** Collections of the source that are here and not removed, by the source's id. */
export const readImported = (run: Run): Part<ReadonlyMap<string, CollectionId>> => {
  const prefix = sourceKey(run, "");
  return part(
    sql`SELECT client_id, id FROM help_collections WHERE project_id = ${run.projectId} AND client_id >= ${prefix} AND client_id < ${`${prefix}\uffff`} AND removed_at IS NULL LIMIT 600`,
    (rows) => new Map(rows.map((row) => [col.text(row, "client_id").slice(prefix.length), col.id<CollectionId>(row, "id")])),
  );
};
/** Collections that the run made and in which nothing stands. */
export const readEmptied = (run: Run, limit: number): Part<CollectionId[]> => {
  const prefix = sourceKey(run, "");
  return part(
    sql`SELECT id FROM help_collections c WHERE project_id = ${run.projectId} AND client_id >= ${prefix} AND client_id < ${`${prefix}\uffff`} AND removed_at IS NULL AND created_at >= ${run.createdAt}
      AND NOT EXISTS (SELECT 1 FROM help_articles a WHERE a.project_id = c.project_id AND a.collection_id = c.id) LIMIT ${limit}`,
    (rows) => rows.map((row) => col.id<CollectionId>(row, "id")),
  );
};
/** An article that an aborted run had only begun. */
export const writeDropBegun = (run: Run): SQL => {
  const prefix = sourceKey(run, "");
  return sql`DELETE FROM help_articles WHERE project_id = ${run.projectId} AND client_id >= ${prefix} AND client_id < ${`${prefix}\uffff`}
    AND NOT EXISTS (SELECT 1 FROM help_article_texts t WHERE t.project_id = help_articles.project_id AND t.article_id = help_articles.id)`;
};

// --- items ------------------------------------------------------------------------

export interface KnownItem extends Known {
  readonly sourceId: string;
  readonly locale: string;
  readonly articleId: ArticleId;
}
const itemsOf = (run: Run): SQL => sql`i.project_id = ${run.projectId} AND i.platform = ${run.platform} AND i.place = ${run.place}`;
export const readKnown = (run: Run, sourceIds: readonly string[]): Part<KnownItem[]> =>
  part(
    sql`SELECT i.source_id, i.locale, i.article_id, i.hash, i.revision, a.id AS there, a.archived_at, t.revision AS current
      FROM help_import_items i LEFT JOIN help_articles a ON a.project_id = i.project_id AND a.id = i.article_id
      LEFT JOIN help_article_texts t ON t.project_id = i.project_id AND t.article_id = i.article_id AND t.locale = i.locale
      WHERE ${itemsOf(run)} AND i.source_id IN ${among(sourceIds)}`,
    (rows) =>
      rows.map((row) => ({
        sourceId: col.text(row, "source_id"),
        locale: col.text(row, "locale"),
        articleId: col.id<ArticleId>(row, "article_id"),
        hash: col.text(row, "hash"),
        revision: col.number(row, "revision"),
        article: col.textOrNull(row, "there") === null ? "gone" : col.numberOrNull(row, "archived_at") === null ? "there" : "archived",
        current: col.numberOrNull(row, "current"),
      })),
  );
export interface Which {
  readonly sourceId: string;
  readonly locale: string;
}
export const writeItem = (run: Run, w: Which, item: { articleId: ArticleId; hash: string }, done: SQL): SQL => sql`
  INSERT INTO help_import_items (project_id, platform, place, source_id, locale, article_id, run_id, hash, revision)
  SELECT ${run.projectId}, ${run.platform}, ${run.place}, ${w.sourceId}, ${w.locale}, ${item.articleId}, ${run.id}, ${item.hash}, t.revision
  FROM help_article_texts t WHERE t.project_id = ${run.projectId} AND t.article_id = ${item.articleId} AND t.locale = ${w.locale} AND ${done}
  ON CONFLICT (project_id, platform, place, source_id, locale) DO UPDATE SET article_id = excluded.article_id, run_id = excluded.run_id, hash = excluded.hash, revision = excluded.revision`;
/** The item follows its text, which the import has just changed. */
export const writeItemFollows = (run: Run, w: Which, done: SQL, hash?: string): SQL => sql`
  UPDATE help_import_items AS i SET revision = (SELECT t.revision FROM help_article_texts t WHERE t.project_id = i.project_id AND t.article_id = i.article_id AND t.locale = i.locale)${hash === undefined ? sql`` : sql`, hash = ${hash}`}
  WHERE ${itemsOf(run)} AND i.source_id = ${w.sourceId} AND i.locale = ${w.locale} AND ${done}`;
export const writeForgetItem = (run: Run, w: Which, done: SQL): SQL =>
  sql`DELETE FROM help_import_items AS i WHERE ${itemsOf(run)} AND i.source_id = ${w.sourceId} AND i.locale = ${w.locale} AND ${done}`;
/** Holds while the draft is the one that this run wrote. */
export const isOurs = (run: Run, w: Which, articleId: ArticleId, revision: number): SQL => sql`EXISTS (SELECT 1 FROM help_import_items i
  JOIN help_article_texts t ON t.project_id = i.project_id AND t.article_id = i.article_id AND t.locale = i.locale
  WHERE ${itemsOf(run)} AND i.source_id = ${w.sourceId} AND i.locale = ${w.locale} AND i.article_id = ${articleId} AND i.run_id = ${run.id} AND i.revision = ${revision} AND t.revision = ${revision})`;

/** Where articles of the source are found here, by the source's ids. */
export interface Target {
  readonly sourceId: string;
  readonly locale: string;
  readonly slug: string;
}
export const readTargets = (run: Run, sourceIds: readonly string[]): Part<Target[]> =>
  part(
    sql`SELECT i.source_id, i.locale, coalesce(t.live_slug, t.slug) AS slug FROM help_import_items i
      JOIN help_article_texts t ON t.project_id = i.project_id AND t.article_id = i.article_id AND t.locale = i.locale
      WHERE ${itemsOf(run)} AND i.source_id IN ${among(sourceIds)}`,
    (rows) => rows.map((row) => ({ sourceId: col.text(row, "source_id"), locale: col.text(row, "locale"), slug: col.text(row, "slug") })),
  );

// --- what a run says --------------------------------------------------------------

export type Note = readonly [code: string, detail: string];
export interface NewRow extends Which {
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
/** The row that decides its batch. `before` = an expression of what an update replaces. */
export const writeRow = (run: Run, r: NewRow, before: SQL, when: SQL): SQL => sql`
  INSERT INTO help_import_rows (project_id, run_id, source_id, locale, title, url, outcome, reason, article_id, attempt, notes, open, publish, before)
  SELECT ${run.projectId}, ${run.id}, ${r.sourceId}, ${r.locale}, ${r.title}, ${r.url}, ${r.outcome}, ${r.reason}, ${r.articleId}, ${r.attempt}, ${JSON.stringify(r.notes)}, ${r.open ? 1 : 0}, ${r.publish ? 1 : 0}, ${before}
  WHERE ${isState(run.projectId, run.id, "running")} AND ${when} ON CONFLICT (project_id, run_id, source_id, locale) DO NOTHING`;
const ofRow = (run: Run, w: Which): SQL =>
  sql`project_id = ${run.projectId} AND run_id = ${run.id} AND source_id = ${w.sourceId} AND locale = ${w.locale}`;
export const isAttempt = (run: Run, w: Which, attempt: string): SQL =>
  sql`EXISTS (SELECT 1 FROM help_import_rows WHERE ${ofRow(run, w)} AND attempt = ${attempt})`;
export const writeCounted = (run: Run, count: Count, done: SQL): SQL =>
  sql`UPDATE help_import_runs SET ${sql.raw(`${count} = ${count}`)} + 1 WHERE ${ofRun(run.projectId, run.id)} AND ${done}`;
/** What the text of the article is now, with what made it, as an expression. */
export const textBefore = (projectId: ProjectId, articleId: ArticleId, locale: string, hash: string): SQL =>
  sql`(SELECT json_object('title', title, 'summary', summary, 'content', content, 'live', live_revision IS NOT NULL AND live_revision = revision, 'hash', ${hash}) FROM help_article_texts WHERE project_id = ${projectId} AND article_id = ${articleId} AND locale = ${locale})`;

/** Of these articles, what the run has said already. */
export const readSaid = (run: Run, sourceIds: readonly string[]): Part<ReadonlySet<string>> =>
  part(
    sql`SELECT source_id || '/' || locale AS key FROM help_import_rows WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND source_id IN ${among(sourceIds)}`,
    (rows) => new Set(rows.map((row) => col.text(row, "key"))),
  );

export interface Open extends Which {
  readonly articleId: ArticleId;
  readonly url: string | null;
  readonly publish: boolean;
  readonly notes: readonly Note[];
}
export const readOpen = (run: Run, limit: number): Part<Open[]> =>
  part(
    sql`SELECT source_id, locale, article_id, url, publish, notes FROM help_import_rows WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND open = 1 AND article_id IS NOT NULL ORDER BY source_id, locale LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        sourceId: col.text(row, "source_id"),
        locale: col.text(row, "locale"),
        articleId: col.id<ArticleId>(row, "article_id"),
        url: col.textOrNull(row, "url"),
        publish: col.truth(row, "publish"),
        notes: col.json<Note[]>(row, "notes"),
      })),
  );
export const isOpen = (run: Run, w: Which): SQL => sql`EXISTS (SELECT 1 FROM help_import_rows WHERE ${ofRow(run, w)} AND open = 1)`;
export const writeClosed = (run: Run, w: Which, notes: readonly Note[], done: SQL): SQL =>
  sql`UPDATE help_import_rows SET open = 0, notes = ${JSON.stringify(notes)} WHERE ${ofRow(run, w)} AND open = 1 AND ${done}`;
export const writeOldPaths = (
  projectId: ProjectId,
  articleId: ArticleId,
  locale: string,
  paths: readonly string[],
  now: number,
  done: SQL,
): SQL => sql`
  INSERT INTO help_redirects (project_id, locale, path, article_id, created_at) SELECT ${projectId}, ${locale}, value, ${articleId}, ${now} FROM json_each(${JSON.stringify(paths)}) WHERE ${done}
  ON CONFLICT (project_id, locale, path) DO UPDATE SET article_id = excluded.article_id, created_at = excluded.created_at`;

export interface Before {
  readonly title: string;
  readonly summary: string;
  readonly content: string;
  /** Readers saw this draft. */
  readonly live: number;
  readonly hash: string;
}
export interface Undoable extends Which {
  readonly articleId: ArticleId;
  readonly outcome: "created" | "updated";
  readonly before: Before | null;
}
/** The next row after a key that the undo has not reached: one at a time, since what was replaced may be long. */
export const readUndoable = (run: Run): Part<Undoable | undefined> =>
  onePart(
    sql`SELECT source_id, locale, article_id, outcome, before FROM help_import_rows WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND (source_id, locale) > (${keyOf(run.at)[0]}, ${keyOf(run.at)[1]})
      AND outcome IN ('created', 'updated') AND undone IS NULL AND article_id IS NOT NULL ORDER BY source_id, locale LIMIT 1`,
    (row) => ({
      sourceId: col.text(row, "source_id"),
      locale: col.text(row, "locale"),
      articleId: col.id<ArticleId>(row, "article_id"),
      outcome: col.id<"created" | "updated">(row, "outcome"),
      before: col.textOrNull(row, "before") === null ? null : col.json<Before>(row, "before"),
    }),
  );
const keyOf = (at: string | null): readonly [string, string] => {
  const cut = at?.lastIndexOf("/") ?? -1;
  return at === null || cut < 0 ? ["", ""] : [at.slice(0, cut), at.slice(cut + 1)];
};
export const isNotUndone = (run: Run, w: Which): SQL =>
  sql`EXISTS (SELECT 1 FROM help_import_rows WHERE ${ofRow(run, w)} AND undone IS NULL) AND ${isState(run.projectId, run.id, "undoing")}`;
export const writeUndone = (run: Run, w: Which, undone: "removed" | "restored" | "left", done: SQL): SQL =>
  sql`UPDATE help_import_rows SET undone = ${undone}, open = 0 WHERE ${ofRow(run, w)} AND undone IS NULL AND ${done}`;
/** One language of an article, with all its versions and addresses; the article too when it was the last. */
export const writeRemovedText = (projectId: ProjectId, articleId: ArticleId, locale: string, done: SQL): SQL[] => [
  ...["help_article_texts", "help_article_versions", "help_redirects"].map(
    (table) =>
      sql`DELETE FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND article_id = ${articleId} AND locale = ${locale} AND ${done}`,
  ),
  sql`DELETE FROM help_articles WHERE project_id = ${projectId} AND id = ${articleId} AND NOT EXISTS (SELECT 1 FROM help_article_texts WHERE project_id = ${projectId} AND article_id = ${articleId}) AND ${done}`,
];

const rowOf = (row: Row): ImportRow => ({
  sourceId: col.text(row, "source_id"),
  locale: col.text(row, "locale"),
  title: col.text(row, "title"),
  url: col.textOrNull(row, "url"),
  outcome: col.id<Outcome>(row, "outcome"),
  reason: col.textOrNull(row, "reason"),
  articleId: col.idOrNull<ArticleId>(row, "article_id"),
  notes: col.json<Note[]>(row, "notes").map(([code, detail]) => ({ code, detail })),
  undone: col.idOrNull<NonNullable<ImportRow["undone"]>>(row, "undone"),
});
export const readRows = (
  projectId: ProjectId,
  id: HelpImportId,
  outcome: Outcome | undefined,
  after: readonly [string, string],
  limit: number,
): Part<ImportRow[]> =>
  part(
    sql`SELECT source_id, locale, title, url, outcome, reason, article_id, notes, undone FROM help_import_rows WHERE project_id = ${projectId} AND run_id = ${id}${outcome === undefined ? sql`` : sql` AND outcome = ${outcome}`}
      AND (source_id, locale) > (${after[0]}, ${after[1]}) ORDER BY source_id, locale LIMIT ${limit}`,
    (rows) => rows.map(rowOf),
  );
