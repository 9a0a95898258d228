// Reads for publishing, the schedule and the search index.
import { as, columns, notNull, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ArticleId, ProjectId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import type { Audience } from "#modules/retrieval/contract";

/** What decides whether a draft can be published, and what is published of it. */
export interface Publishable {
  readonly revision: number;
  readonly liveRevision: number | null;
  readonly updatedAt: number;
  readonly updatedBy: string | null;
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly content: string;
  readonly audience: Audience;
  readonly assistant: boolean;
  readonly archived: boolean;
  readonly projectSlug: string;
  /** The project was deleted. */
  readonly gone: boolean;
}
export const readPublishable = (projectId: ProjectId, articleId: ArticleId, locale: string): Query<Publishable | undefined> =>
  queryOne(
    sql`SELECT ${columns({ t: "help_article_texts" }, "t.revision, t.live_revision, t.updated_at")}, ${nameOf(sql`t.updated_by`)} ${as.textOrNull("updated_name")}, ${columns({ t: "help_article_texts", a: "help_articles", p: "projects" }, "t.slug, t.title, t.summary, t.content, a.audience, a.assistant, a.archived_at, p.slug AS project_slug, p.deleted_at")}
      FROM help_article_texts t JOIN help_articles a ON a.id = t.article_id AND a.project_id = t.project_id JOIN projects p ON p.id = t.project_id
      WHERE t.project_id = ${projectId} AND t.article_id = ${articleId} AND t.locale = ${locale}`,
    (row) => ({
      revision: row.revision,
      liveRevision: row.live_revision,
      updatedAt: row.updated_at,
      updatedBy: row.updated_name,
      slug: row.slug,
      title: row.title,
      summary: row.summary,
      content: row.content,
      audience: row.audience,
      assistant: row.assistant !== 0,
      archived: row.archived_at !== null,
      projectSlug: row.project_slug,
      gone: row.deleted_at !== null,
    }),
  );

export interface ScheduledText {
  readonly projectId: ProjectId;
  readonly articleId: ArticleId;
  readonly locale: string;
  readonly publishAt: number;
  readonly by: AccountId;
}
/** Texts that are due, oldest first. */
export const readScheduled = (now: number, limit: number): Query<ScheduledText[]> =>
  query(
    sql`SELECT ${columns("help_article_texts", "project_id, article_id, locale, publish_at, publish_by")} FROM help_article_texts WHERE publish_at IS NOT NULL AND publish_at <= ${now} ORDER BY publish_at LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        projectId: row.project_id,
        articleId: row.article_id,
        locale: row.locale,
        publishAt: notNull(row.publish_at),
        by: notNull(row.publish_by),
      })),
  );

/** A published text for the search index. */
export interface LiveText {
  readonly locale: string;
  readonly version: number;
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly content: string;
  readonly audience: Audience;
  readonly assistant: boolean;
}
/** The article's next published text after a locale. One at a time, because each may be long. */
export const readNextLive = (projectId: ProjectId, articleId: ArticleId, after: string): Query<LiveText | undefined> =>
  queryOne(
    sql`SELECT ${columns({ t: "help_article_texts", v: "help_article_versions", a: "help_articles" }, "t.locale, t.version, v.slug, v.title, v.summary, v.content, a.audience, a.assistant")}
      FROM help_articles a JOIN help_article_texts t ON t.project_id = a.project_id AND t.article_id = a.id
      JOIN help_article_versions v ON v.project_id = t.project_id AND v.article_id = t.article_id AND v.locale = t.locale AND v.version = t.version
      WHERE a.project_id = ${projectId} AND a.id = ${articleId} AND a.archived_at IS NULL AND t.locale > ${after} ORDER BY t.locale LIMIT 1`,
    (row) => ({
      locale: row.locale,
      version: notNull(row.version),
      slug: row.slug,
      title: row.title,
      summary: row.summary,
      content: row.content,
      audience: row.audience,
      assistant: row.assistant !== 0,
    }),
  );
/** Holds while this version is live with this audience. */
export const stillLive = (projectId: ProjectId, articleId: ArticleId, live: LiveText): SQL =>
  sql`EXISTS (SELECT 1 FROM help_article_texts t JOIN help_articles a ON a.id = t.article_id AND a.project_id = t.project_id WHERE t.project_id = ${projectId} AND t.article_id = ${articleId} AND t.locale = ${live.locale} AND t.version = ${live.version} AND a.audience = ${live.audience} AND a.assistant = ${live.assistant ? 1 : 0} AND a.archived_at IS NULL)`;
