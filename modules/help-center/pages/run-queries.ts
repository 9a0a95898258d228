// Statements on render runs: what is left to render, where a run resumes, and which run is the newest.
import { as, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ArticleId, CollectionId, ProjectId } from "#kernel/ids/index.ts";
import type { At } from "./queries.ts";

/** Ids of collections after this one, in order. */
export const readShelfIds = (projectId: ProjectId, after: string, limit: number): Query<CollectionId[]> =>
  query(
    sql`SELECT DISTINCT ${columns("help_collection_texts", "collection_id")} FROM help_collection_texts WHERE project_id = ${projectId} AND collection_id > ${after} ORDER BY collection_id LIMIT ${limit}`,
    (rows) => rows.map((row) => row.collection_id),
  );
/** Ids of articles that were ever published, after this one, in order. */
export const readPublishedIds = (projectId: ProjectId, after: string, limit: number): Query<ArticleId[]> =>
  query(
    sql`SELECT DISTINCT ${columns("help_article_texts", "article_id")} FROM help_article_texts WHERE project_id = ${projectId} AND article_id > ${after} AND (version IS NOT NULL OR EXISTS (SELECT 1 FROM help_article_versions v WHERE v.project_id = help_article_texts.project_id AND v.article_id = help_article_texts.article_id)) ORDER BY article_id LIMIT ${limit}`,
    (rows) => rows.map((row) => row.article_id),
  );
/** Ids of a collection's articles after a position, whether or not readers see them. */
export const readIdsOf = (
  projectId: ProjectId,
  collection: CollectionId,
  after: At,
  limit: number,
): Query<{ id: ArticleId; place: number }[]> =>
  query(
    sql`SELECT ${columns("help_articles", "id, place")} FROM help_articles a WHERE project_id = ${projectId} AND collection_id = ${collection} AND archived_at IS NULL AND (place, id) > (${after.place}, ${after.id}) ORDER BY place, id LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ id: row.id, place: row.place })),
  );

export const writeRun = (projectId: ProjectId, jobId: string, cursor: string, now: number): SQL =>
  sql`INSERT INTO help_render_runs (project_id, job_id, cursor, created_at) VALUES (${projectId}, ${jobId}, ${cursor}, ${now}) ON CONFLICT (project_id, job_id) DO UPDATE SET cursor = excluded.cursor`;
export const writeRunFinished = (projectId: ProjectId, jobId: string): SQL =>
  sql`DELETE FROM help_render_runs WHERE project_id = ${projectId} AND job_id = ${jobId}`;
export const readRun = (projectId: ProjectId, jobId: string): Query<string | undefined> =>
  queryOne(
    sql`SELECT ${columns("help_render_runs", "cursor")} FROM help_render_runs WHERE project_id = ${projectId} AND job_id = ${jobId}`,
    (row) => row.cursor,
  );
/** Makes the run the newest one; earlier runs stop. */
export const writeLatestRun = (projectId: ProjectId, which: "whole" | "sitemap", jobId: string, now: number): SQL =>
  which === "whole"
    ? sql`INSERT INTO help_renders (project_id, whole_run, begun_at) VALUES (${projectId}, ${jobId}, ${now}) ON CONFLICT (project_id) DO UPDATE SET whole_run = excluded.whole_run, begun_at = excluded.begun_at`
    : sql`INSERT INTO help_renders (project_id, sitemap_run) VALUES (${projectId}, ${jobId}) ON CONFLICT (project_id) DO UPDATE SET sitemap_run = excluded.sitemap_run`;
export const writeRendered = (projectId: ProjectId, now: number): SQL =>
  sql`INSERT INTO help_renders (project_id, rendered_at) VALUES (${projectId}, ${now}) ON CONFLICT (project_id) DO UPDATE SET rendered_at = excluded.rendered_at`;
export const readLatestRuns = (
  projectId: ProjectId,
): Query<{ whole: string | null; sitemap: string | null; startedAt: number | null } | undefined> =>
  queryOne(
    sql`SELECT ${columns("help_renders", "whole_run, sitemap_run, begun_at")} FROM help_renders WHERE project_id = ${projectId}`,
    (row) => ({
      whole: row.whole_run,
      sitemap: row.sitemap_run,
      startedAt: row.begun_at,
    }),
  );
/** State of rendering: when pages were last rendered, and whether a job is waiting or has failed. */
export const readRendering = (projectId: ProjectId): Query<{ renderedAt: number | null; waiting: boolean; failed: boolean } | undefined> =>
  queryOne(
    sql`SELECT (SELECT rendered_at FROM help_renders WHERE project_id = ${projectId}) ${as.numberOrNull("rendered_at")},
      EXISTS (SELECT 1 FROM jobs WHERE project_id = ${projectId} AND kind = 'help.render' AND state IN ('queued', 'running') AND error IS NULL AND key NOT LIKE 'help.close:%') ${as.number("waiting")},
      EXISTS (SELECT 1 FROM jobs WHERE project_id = ${projectId} AND kind = 'help.render' AND state IN ('queued', 'running') AND error IS NOT NULL) ${as.number("failed")}`,
    (row) => ({ renderedAt: row.rendered_at, waiting: row.waiting !== 0, failed: row.failed !== 0 }),
  );
export const writeForgetRuns = (before: number, limit: number): SQL =>
  sql`DELETE FROM help_render_runs WHERE rowid IN (SELECT rowid FROM help_render_runs WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit})`;
