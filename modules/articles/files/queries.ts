// Reads and writes which files an article uses, and which of them are public.
import { as, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ArticleId, FileId, ProjectId } from "#kernel/ids/index.ts";
import { days } from "#kernel/clock/index.ts";
import { projectIsLive } from "#modules/projects";

const among = (ids: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Unused images are kept for this time, so that an author can remove one and put it back. */
export const KEEP_UNUSED_FOR = days(7);

export const articleExists = (projectId: ProjectId, articleId: ArticleId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_articles WHERE project_id = ${projectId} AND id = ${articleId})`;

export interface Size {
  readonly width: number | null;
  readonly height: number | null;
}
/** Assigns a stored file to the article. */
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
 * For the batch that saves a draft; `fileIds`: the files that its text uses. A file from another article of the project stays as long as
 * either uses it; unknown ids have no effect.
 */
export const writeHoldFiles = (projectId: ProjectId, articleId: ArticleId, fileIds: readonly string[], now: number, when: SQL): SQL => sql`
  INSERT INTO help_article_files (project_id, article_id, file_id, width, height, published, check_at)
  SELECT ${projectId}, ${articleId}, f.file_id, max(f.width), max(f.height), 0, ${now + KEEP_UNUSED_FOR} FROM help_article_files f
  WHERE f.project_id = ${projectId} AND f.file_id IN ${among(fileIds)} AND ${when} GROUP BY f.file_id
  ON CONFLICT (project_id, article_id, file_id) DO NOTHING`;

// Condition that a text contains the file's path. The fragments below refer to a row of help_article_files.
const heldBy = (versions: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM help_article_versions v ${versions} AND instr(v.content, '/files/' || help_article_files.file_id) > 0)`;
const OF_ROW = sql`v.project_id = help_article_files.project_id AND v.article_id = help_article_files.article_id`;
const LIVE = heldBy(
  sql`JOIN help_article_texts t ON t.project_id = v.project_id AND t.article_id = v.article_id AND t.locale = v.locale AND t.version = v.version WHERE ${OF_ROW}`,
);
const KEPT = sql`(${heldBy(sql`WHERE ${OF_ROW}`)} OR EXISTS (SELECT 1 FROM help_article_texts t WHERE t.project_id = help_article_files.project_id AND t.article_id = help_article_files.article_id AND instr(t.content, '/files/' || help_article_files.file_id) > 0))`;

/**
 * For the batch that publishes, unpublishes or archives, after its other writes: from now on everybody may read exactly the files that the
 * article's live versions use, in any language. `fileIds`: the files of the text that is published, [] for none.
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

/** Holds while everybody may read the file: a published text of a public article uses it, and the help center is open. */
export const isPublished = (projectId: SQL, fileId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM help_article_files h CROSS JOIN help_articles a ON a.id = h.article_id AND a.project_id = h.project_id AND a.audience = 'public' AND a.archived_at IS NULL
    CROSS JOIN help_centers c ON c.project_id = h.project_id AND c.open = 1 WHERE h.project_id = ${projectId} AND h.file_id = ${fileId} AND h.published = 1)`;

/** Sizes of images, by the ids of those whose size is known. */
export const readFileSizes = (projectId: ProjectId, fileIds: readonly string[]): Query<ReadonlyMap<FileId, Size>> =>
  query(
    sql`SELECT ${columns("help_article_files", "file_id")}, max(width) ${as.numberOrNull("width")}, max(height) ${as.numberOrNull("height")} FROM help_article_files WHERE project_id = ${projectId} AND file_id IN ${among(fileIds)} GROUP BY file_id`,
    (rows) => new Map(rows.map((row) => [row.file_id, { width: row.width, height: row.height }])),
  );

// --- removal of unused files -----------------------------------------------------
const due = (before: number, limit: number): SQL =>
  sql`(SELECT rowid FROM help_article_files WHERE check_at <= ${before} ORDER BY check_at LIMIT ${limit})`;
const STAYS = sql`(${projectIsLive(sql`help_article_files.project_id`)} AND ${KEPT})`;
export interface Loose {
  readonly projectId: ProjectId;
  readonly articleId: ArticleId;
  readonly fileId: FileId;
}
/** Among the first due rows, those whose article no longer uses the file. */
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
/** Postpones the check of rows that stay. */
export const writePutOff = (now: number, limit: number): SQL =>
  sql`UPDATE help_article_files SET check_at = ${now + KEEP_UNUSED_FOR} WHERE rowid IN ${due(now, limit)} AND ${STAYS}`;
/** Deletes the row unless a text uses the file again. */
export const writeDrop = ({ projectId, articleId, fileId }: Loose): SQL =>
  sql`DELETE FROM help_article_files WHERE project_id = ${projectId} AND article_id = ${articleId} AND file_id = ${fileId} AND NOT ${STAYS}`;
export const noArticleHolds = ({ projectId, fileId }: Loose): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM help_article_files WHERE project_id = ${projectId} AND file_id = ${fileId})`;

/** For a deleted project: its files are no longer public and due for removal. */
export const writeReleaseFilesOfProject = (projectId: ProjectId, now: number, when: SQL): SQL =>
  sql`UPDATE help_article_files SET published = 0, check_at = ${now} WHERE project_id = ${projectId} AND ${when}`;
