// Queries for inserting articles into answers.
import { columns, type Query, queryOne, sql } from "#kernel/db/index.ts";
import type { ArticleId, ProjectId } from "#kernel/ids/index.ts";

/** Whether readers can open the help center; undefined if the project has none. */
export const readOpenCenter = (projectId: ProjectId): Query<{ open: boolean } | undefined> =>
  queryOne(sql`SELECT ${columns("help_centers", "open")} FROM help_centers WHERE project_id = ${projectId}`, (row) => ({
    open: row.open !== 0,
  }));

/** The published version of an article. */
export const readLive = (
  projectId: ProjectId,
  articleId: ArticleId,
  locale: string,
): Query<{ title: string; content: string } | undefined> =>
  queryOne(
    sql`SELECT ${columns({ v: "help_article_versions" }, "v.title, v.content")} FROM help_article_texts t JOIN help_article_versions v ON v.project_id = t.project_id AND v.article_id = t.article_id AND v.locale = t.locale AND v.version = t.version
      WHERE t.project_id = ${projectId} AND t.article_id = ${articleId} AND t.locale = ${locale}
      AND EXISTS (SELECT 1 FROM help_articles a WHERE a.project_id = t.project_id AND a.id = t.article_id AND a.archived_at IS NULL)`,
    (row) => ({ title: row.title, content: row.content }),
  );
