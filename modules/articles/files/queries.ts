// Reads and writes which files an article uses, and which of them are public.
import { as, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ArticleId, FileId, ProjectId } from "#kernel/ids/index.ts";
import { days } from "#kernel/clock/index.ts";
import { projectIsLive } from "#modules/projects";

const among = (ids: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** What a writer takes away and puts back within this time is still there. */
export const KEEP_UNUSED_FOR = days(7);

export const articleExists = (projectId: ProjectId, articleId: ArticleId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_articles WHERE project_id = ${projectId} AND id = ${articleId})`;

export interface Size {
  readonly width: number | null;
  readonly height: number | null;
}
/** A file that was stored for the article. */
export const writeArticleFile = (
  f: { projectId: ProjectId; articleId: ArticleId; fileId: FileId; size: Size; now: number },
  when: SQL,
): SQL => sql`
  INSERT INTO help_article_files (project_id, article_id, file_id, width, height, published, check_at)
  SELECT ${f.projectId}, ${f.articleId}, ${f.fileId}, ${f.size.width}, ${f.size.height}, 0, ${f.now + KEEP_UNUSED_FOR} WHERE ${when}
  ON CONFLICT (project_id, article_id, file_id) DO NOTHING`;
export const readHasFile = (projectId: ProjectId, articleId: ArticleId, fileId: FileId): Query<boolean | undefined> =>
  queryOne(
    sql`SELECT EXISTS (SELECT 1 FROM help_article_files WHERE project_id = ${projectId} AND article_id = ${articleId} AND file_id = ${fileId}) ${as.number("held")}`,
    (row) => row.held !== 0,
  );

/**
 * For the batch that saves a draft: `fileIds` = the files that its text holds. One that came from another article of the project stays
 * as long as either holds it; ids of nothing that is ours do nothing.
 */
export const writeHoldFiles = (projectId: ProjectId, articleId: ArticleId, fileIds: readonly string[], now: number, when: SQL): SQL => sql`
  INSERT INTO help_article_files (project_id, article_id, file_id, width, height, published, check_at)
  SELECT ${projectId}, ${articleId}, f.file_id, max(f.width), max(f.height), 0, ${now + KEEP_UNUSED_FOR} FROM help_article_files f
  WHERE f.project_id = ${projectId} AND f.file_id IN ${among(fileIds)} AND ${when} GROUP BY f.file_id
  ON CONFLICT (project_id, article_id, file_id) DO NOTHING`;

// A text names a file by its path. A row of the list below is a file's row.
const heldBy = (versions: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM help_article_versions v ${versions} AND instr(v.content, '/files/' || help_article_files.file_id) > 0)`;
const OF_ROW = sql`v.project_id = help_article_files.project_id AND v.article_id = help_article_files.article_id`;
const LIVE = heldBy(
  sql`JOIN help_article_texts t ON t.project_id = v.project_id AND t.article_id = v.article_id AND t.locale = v.locale AND t.version = v.version WHERE ${OF_ROW}`,
);
const KEPT = sql`(${heldBy(sql`WHERE ${OF_ROW}`)} OR EXISTS (SELECT 1 FROM help_article_texts t WHERE t.project_id = help_article_files.project_id AND t.article_id = help_article_files.article_id AND instr(t.content, '/files/' || help_article_files.file_id) > 0))`;

/**
 * For the batch that publishes, takes back or archives, after its other writes: from now on anyone may read exactly the files that the
 * article's live versions hold, in any locale. `fileIds` = the files of the text that is published, [] for none.
 */
export const writePublishFiles = (
  projectId: ProjectId,
  articleId: ArticleId,
  fileIds: readonly string[],
  now: number,
  when: SQL,
): SQL[] => [
  ...(fileIds.length === 0 ? [] : [writeHoldFiles(projectId, articleId, fileIds, now, when)]),
  sql`UPDATE help_article_files SET published = EXISTS (SELECT 1 FROM help_articles a WHERE a.project_id = ${projectId} AND a.id = ${articleId} AND a.archived_at IS NULL AND a.audience = 'public') AND ${LIVE}
    WHERE project_id = ${projectId} AND article_id = ${articleId} AND ${when}`,
];

/** Whether anyone may read the file: a published text shows it, of an article for everybody, and the help center is open. */
export const isPublished = (projectId: SQL, fileId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM help_article_files h CROSS JOIN help_articles a ON a.id = h.article_id AND a.project_id = h.project_id AND a.audience = 'public' AND a.archived_at IS NULL
    CROSS JOIN help_centers c ON c.project_id = h.project_id AND c.open = 1 WHERE h.project_id = ${projectId} AND h.file_id = ${fileId} AND h.published = 1)`;

/** How large the images are, by the ids of those that are known. */
export const readFileSizes = (projectId: ProjectId, fileIds: readonly string[]): Query<ReadonlyMap<FileId, Size>> =>
  query(
    sql`SELECT ${columns("help_article_files", "file_id")}, max(width) ${as.numberOrNull("width")}, max(height) ${as.numberOrNull("height")} FROM help_article_files WHERE project_id = ${projectId} AND file_id IN ${among(fileIds)} GROUP BY file_id`,
    (rows) => new Map(rows.map((row) => [row.file_id, { width: row.width, height: row.height }])),
  );

// The sweep.
const due = (before: number, limit: number): SQL =>
  sql`(SELECT rowid FROM help_article_files WHERE check_at <= ${before} ORDER BY check_at LIMIT ${limit})`;
const STAYS = sql`(${projectIsLive(sql`help_article_files.project_id`)} AND ${KEPT})`;
export interface Loose {
  readonly projectId: ProjectId;
  readonly articleId: ArticleId;
  readonly fileId: FileId;
}
/** Rows whose article holds the file no longer, of the first that are due. */
export const readLoose = (now: number, limit: number): Query<Loose[]> =>
  query(
    sql`SELECT ${columns("help_article_files", "project_id, article_id, file_id")} FROM help_article_files WHERE rowid IN ${due(now, limit)} AND NOT ${STAYS}`,
    (rows) =>
      rows.map((row) => ({
        projectId: row.project_id,
        articleId: row.article_id,
        fileId: row.file_id,
      })),
  );
/** Puts off what stays. */
export const writePutOff = (now: number, limit: number): SQL =>
  sql`UPDATE help_article_files SET check_at = ${now + KEEP_UNUSED_FOR} WHERE rowid IN ${due(now, limit)} AND ${STAYS}`;
/** Takes the row away unless a text took the file back in between. */
export const writeDrop = ({ projectId, articleId, fileId }: Loose): SQL =>
  sql`DELETE FROM help_article_files WHERE project_id = ${projectId} AND article_id = ${articleId} AND file_id = ${fileId} AND NOT ${STAYS}`;
export const noArticleHolds = ({ projectId, fileId }: Loose): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM help_article_files WHERE project_id = ${projectId} AND file_id = ${fileId})`;

/** With its project: nobody reads its files any more, and the sweep takes them away. */
export const writeReleaseFilesOfProject = (projectId: ProjectId, now: number, when: SQL): SQL =>
  sql`UPDATE help_article_files SET published = 0, check_at = ${now} WHERE project_id = ${projectId} AND ${when}`;
