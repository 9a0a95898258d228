// Statements that write articles, for the verbs and the import. Each takes a condition (`when`), so that one decision covers a whole batch.
import type { AccountId, ArticleId, CollectionId, ProjectId } from "#kernel/ids/index.ts";
import type { AuditChange } from "#modules/projects";
import type { Audience } from "#modules/retrieval/contract";
import { type SQL, sql } from "#kernel/db/index.ts";
import type { ScheduleFailure } from "./contract.ts";
import { isActiveCollection, isText, KEPT_VERSIONS } from "./queries.ts";
import { candidates, folded, slugOf } from "./rules.ts";

export const articlePathOf = (slug: SQL | string): SQL => sql`'articles/' || ${slug}`;

// --- drafts -----------------------------------------------------------------------

export interface NewArticle {
  readonly id: ArticleId;
  readonly projectId: ProjectId;
  readonly clientId: string;
  readonly collectionId: CollectionId | null;
  readonly audience: Audience;
  readonly assistant: boolean;
  readonly by: AccountId;
  readonly now: number;
}
const lastPlace = (projectId: ProjectId, collection: SQL): SQL =>
  sql`(SELECT coalesce(max(place), 0) + 1 FROM help_articles WHERE project_id = ${projectId} AND collection_id IS ${collection} AND archived_at IS NULL)`;
/** Adds an article at the end of its collection, if the collection exists. */
export const writeArticle = (a: NewArticle, when: SQL): SQL => sql`
  INSERT INTO help_articles (id, project_id, client_id, collection_id, place, audience, assistant, created_at, created_by)
  SELECT ${a.id}, ${a.projectId}, ${a.clientId}, ${a.collectionId}, ${lastPlace(a.projectId, sql`${a.collectionId}`)}, ${a.audience}, ${a.assistant ? 1 : 0}, ${a.now}, ${a.by}
  WHERE ${when} AND ${isActiveCollection(a.projectId, a.collectionId)} ON CONFLICT (project_id, client_id) DO NOTHING`;
export const articleExists = (projectId: ProjectId, id: ArticleId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_articles WHERE project_id = ${projectId} AND id = ${id})`;
export const isActiveArticle = (projectId: ProjectId, id: ArticleId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_articles WHERE project_id = ${projectId} AND id = ${id} AND archived_at IS NULL)`;

export interface Draft {
  readonly projectId: ProjectId;
  readonly articleId: ArticleId;
  readonly locale: string;
  readonly title: string;
  readonly summary: string;
  readonly content: string;
  /** As a person entered it; null: follows the title; undefined: unchanged. */
  readonly slug: string | null | undefined;
  readonly by: AccountId;
  readonly now: number;
}
/** The first candidate that no other article has in this language, as draft or live. */
const freeSlug = (
  d: Draft,
  wanted: string,
): SQL => sql`(SELECT c.value FROM json_each(${JSON.stringify(candidates(wanted, d.articleId, "article"))}) c
  WHERE NOT EXISTS (SELECT 1 FROM help_article_texts o WHERE o.project_id = ${d.projectId} AND o.locale = ${d.locale} AND o.slug = c.value AND o.article_id <> ${d.articleId})
  AND NOT EXISTS (SELECT 1 FROM help_article_texts o WHERE o.project_id = ${d.projectId} AND o.locale = ${d.locale} AND o.live_slug = c.value AND o.article_id <> ${d.articleId})
  ORDER BY c.key LIMIT 1)`;
/** Writes the first draft of a language, revision 1. */
export const writeFirstDraft = (d: Draft, when: SQL): SQL => sql`
  INSERT INTO help_article_texts (project_id, article_id, locale, slug, slug_kept, title, folded, summary, content, revision, updated_at, updated_by)
  SELECT ${d.projectId}, ${d.articleId}, ${d.locale}, ${freeSlug(d, d.slug ?? slugOf(d.title))}, ${typeof d.slug === "string" ? 1 : 0}, ${d.title}, ${folded(d.title)}, ${d.summary}, ${d.content}, 1, ${d.now}, ${d.by}
  WHERE ${when} ON CONFLICT (project_id, article_id, locale) DO NOTHING`;
/** Writes the draft that follows a revision, if it differs. A published slug changes only by hand. */
export const writeDraft = (d: Draft, revision: number, when: SQL): SQL => {
  const follows = freeSlug(d, slugOf(d.title));
  const [slug, kept] =
    typeof d.slug === "string"
      ? [freeSlug(d, d.slug), sql`1`]
      : d.slug === null
        ? [follows, sql`0`]
        : [sql`CASE WHEN slug_kept = 1 THEN slug ELSE ${follows} END`, sql`slug_kept`];
  return sql`
  UPDATE help_article_texts SET revision = revision + 1, slug = ${slug}, slug_kept = ${kept}, title = ${d.title}, folded = ${folded(d.title)}, summary = ${d.summary}, content = ${d.content}, updated_at = ${d.now}, updated_by = ${d.by}
  WHERE ${isText(d.projectId, d.articleId, d.locale)} AND revision = ${revision} AND ${when}
  AND (title <> ${d.title} OR summary <> ${d.summary} OR content <> ${d.content} OR slug <> ${slug} OR slug_kept <> ${kept})`;
};
export const isScheduled = (projectId: ProjectId, articleId: ArticleId, locale: string): SQL =>
  sql`EXISTS (SELECT 1 FROM help_article_texts WHERE ${isText(projectId, articleId, locale)} AND publish_at IS NOT NULL)`;

// --- publishing -------------------------------------------------------------------

export interface Which {
  readonly projectId: ProjectId;
  readonly articleId: ArticleId;
  readonly locale: string;
}
const ofText = ({ projectId, articleId, locale }: Which): SQL => isText(projectId, articleId, locale);
/** Holds while the draft of this revision can be published for this audience and is not published yet. */
export const canPublish = (
  w: Which,
  p: { revision: number; audience: Audience; assistant: boolean },
): SQL => sql`(EXISTS (SELECT 1 FROM help_article_texts WHERE ${ofText(w)} AND revision = ${p.revision}
  AND (version IS NULL OR live_revision <> revision) AND trim(title) <> '' AND trim(content, ' ' || char(9, 10, 13)) <> '')
  AND EXISTS (SELECT 1 FROM help_articles WHERE project_id = ${w.projectId} AND id = ${w.articleId} AND archived_at IS NULL AND audience = ${p.audience} AND assistant = ${p.assistant ? 1 : 0}))`;
/** Writes version, live text and addresses, where the publication was decided (`done`). */
export const writePublished = (w: Which, by: AccountId, now: number, done: SQL): SQL[] => [
  sql`INSERT INTO help_article_versions (project_id, article_id, locale, version, slug, title, summary, content, published_at, published_by)
    SELECT project_id, article_id, locale, coalesce((SELECT max(version) FROM help_article_versions WHERE ${ofText(w)}), 0) + 1, slug, title, summary, content, ${now}, ${by}
    FROM help_article_texts WHERE ${ofText(w)} AND ${done}`,
  writeRedirect(w.projectId, sql`article_id = ${w.articleId} AND locale = ${w.locale} AND live_slug <> slug`, now, done),
  // A slug in use by an article cannot be a redirect as well.
  sql`DELETE FROM help_redirects WHERE project_id = ${w.projectId} AND locale = ${w.locale} AND path = (SELECT ${articlePathOf(sql`slug`)} FROM help_article_texts WHERE ${ofText(w)}) AND ${done}`,
  sql`UPDATE help_article_texts SET version = (SELECT max(version) FROM help_article_versions WHERE ${ofText(w)}), live_slug = slug, live_revision = revision, published_at = ${now}, publish_at = NULL, publish_by = NULL, schedule_failed_at = NULL, schedule_failed = NULL, slug_kept = 1
    WHERE ${ofText(w)} AND ${done}`,
  sql`DELETE FROM help_article_versions WHERE ${ofText(w)} AND version <= (SELECT max(version) - ${KEPT_VERSIONS} FROM help_article_versions WHERE ${ofText(w)}) AND ${done}`,
];
/** Redirects previous live addresses to their article. */
const writeRedirect = (projectId: ProjectId, which: SQL, now: number, when: SQL): SQL => sql`
  INSERT INTO help_redirects (project_id, locale, path, article_id, created_at)
  SELECT project_id, locale, ${articlePathOf(sql`live_slug`)}, article_id, ${now} FROM help_article_texts WHERE project_id = ${projectId} AND ${which} AND live_slug IS NOT NULL AND ${when}
  ON CONFLICT (project_id, locale, path) DO UPDATE SET article_id = excluded.article_id, created_at = excluded.created_at`;

export const isLive = (w: Which): SQL => sql`EXISTS (SELECT 1 FROM help_article_texts WHERE ${ofText(w)} AND version IS NOT NULL)`;
/** Unpublishes one language or all. The addresses are kept as redirects. */
export const writeUnpublished = (projectId: ProjectId, articleId: ArticleId, locale: string | undefined, now: number, done: SQL): SQL[] => {
  const which = sql`article_id = ${articleId}${locale === undefined ? sql`` : sql` AND locale = ${locale}`}`;
  return [
    writeRedirect(projectId, which, now, done),
    sql`UPDATE help_article_texts SET version = NULL, live_slug = NULL, live_revision = NULL, published_at = NULL${locale === undefined ? sql`, publish_at = NULL, publish_by = NULL` : sql``} WHERE project_id = ${projectId} AND ${which} AND ${done}`,
  ];
};

export const writeSchedule = (w: Which, revision: number, at: number | null, by: AccountId, when: SQL): SQL => sql`
  UPDATE help_article_texts SET publish_at = ${at}, publish_by = ${at === null ? null : by}, schedule_failed_at = NULL, schedule_failed = NULL WHERE ${ofText(w)} AND revision = ${revision} AND ${when}`;
export const isAtRevision = (projectId: ProjectId, articleId: ArticleId, locale: string, revision: number): SQL =>
  sql`EXISTS (SELECT 1 FROM help_article_texts WHERE ${isText(projectId, articleId, locale)} AND revision = ${revision})`;
/** When the text is to be published, for the audit log. */
export const scheduledFor = (projectId: ProjectId, articleId: ArticleId, locale: string): SQL =>
  sql`SELECT publish_at FROM help_article_texts WHERE ${isText(projectId, articleId, locale)}`;
export const isDue = (w: Which, publishAt: number): SQL =>
  sql`EXISTS (SELECT 1 FROM help_article_texts WHERE ${ofText(w)} AND publish_at = ${publishAt})`;
/** Ends a schedule that cannot be carried out, and stores the reason for the article's page if there is one. */
export const writeUnscheduled = (w: Which, publishAt: number, failed?: { why: ScheduleFailure; now: number }, when: SQL = sql`1`): SQL =>
  sql`UPDATE help_article_texts SET publish_at = NULL, publish_by = NULL, schedule_failed_at = ${failed?.now ?? null}, schedule_failed = ${failed?.why ?? null} WHERE ${ofText(w)} AND publish_at = ${publishAt} AND ${when}`;

// --- the article as a whole -------------------------------------------------------

export const writeArchived = (projectId: ProjectId, id: ArticleId, now: number, done: SQL): SQL =>
  sql`UPDATE help_articles SET archived_at = ${now} WHERE project_id = ${projectId} AND id = ${id} AND ${done}`;
/** Restores an archived article at the end of its collection. */
export const writeRestored = (projectId: ProjectId, id: ArticleId, when: SQL): SQL =>
  sql`UPDATE help_articles SET archived_at = NULL, place = ${lastPlace(projectId, sql`help_articles.collection_id`)} WHERE project_id = ${projectId} AND id = ${id} AND archived_at IS NOT NULL AND ${when}`;
/** Deletes all rows of an article. The article's own row comes last, because the condition reads it. */
export const writeDeleted = (projectId: ProjectId, id: ArticleId, when: SQL): SQL[] => [
  ...["help_article_texts", "help_article_versions", "help_redirects", "help_feedback"].map(
    (table) => sql`DELETE FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND article_id = ${id} AND ${when}`,
  ),
  sql`DELETE FROM help_articles WHERE project_id = ${projectId} AND id = ${id} AND ${when}`,
];
export interface Change {
  readonly audience?: Audience | undefined;
  readonly assistant?: boolean | undefined;
  readonly collectionId?: CollectionId | null | undefined;
}
/** Holds when the change changes something. */
export const differs = (
  projectId: ProjectId,
  id: ArticleId,
  c: Change,
): SQL => sql`EXISTS (SELECT 1 FROM help_articles WHERE project_id = ${projectId} AND id = ${id} AND archived_at IS NULL AND (audience <> ${c.audience ?? sql`audience`}
  OR assistant <> ${c.assistant === undefined ? sql`assistant` : c.assistant ? 1 : 0} OR collection_id IS NOT ${c.collectionId === undefined ? sql`collection_id` : c.collectionId}))`;
export const writeChange = (projectId: ProjectId, id: ArticleId, c: Change, done: SQL): SQL => {
  const moved = c.collectionId === undefined ? undefined : sql`${c.collectionId}`;
  return sql`UPDATE help_articles SET audience = ${c.audience ?? sql`audience`}, assistant = ${c.assistant === undefined ? sql`assistant` : c.assistant ? 1 : 0}${
    moved === undefined
      ? sql``
      : sql`, place = CASE WHEN collection_id IS ${moved} THEN place ELSE ${lastPlace(projectId, moved)} END, collection_id = ${moved}, left_collection_id = NULL`
  } WHERE project_id = ${projectId} AND id = ${id} AND ${done}`;
};
/** What changes, as the audit log keeps it before it does. */
export function changesOf(projectId: ProjectId, id: ArticleId, { audience, assistant, collectionId }: Change): AuditChange[] {
  const value = (column: "audience" | "assistant" | "collection_id"): SQL =>
    sql`SELECT ${sql.raw(column)} FROM help_articles WHERE project_id = ${projectId} AND id = ${id}`;
  const named = (collection: SQL): SQL =>
    sql`SELECT name FROM help_collection_texts WHERE project_id = ${projectId} AND collection_id = (${collection}) LIMIT 1`;
  return [
    ...(audience === undefined ? [] : [{ field: "audience", from: value("audience"), to: audience }]),
    ...(assistant === undefined ? [] : [{ field: "assistant", from: value("assistant"), to: assistant }]),
    ...(collectionId === undefined
      ? []
      : [{ field: "collection", from: named(value("collection_id")), to: named(sql`SELECT ${collectionId}`) }]),
  ];
}
/** Moves the articles into the collection, in this order. */
export const writeArticleOrder = (projectId: ProjectId, collection: CollectionId | null, order: readonly string[], done: SQL): SQL => sql`
  UPDATE help_articles SET left_collection_id = CASE WHEN collection_id IS ${collection} THEN left_collection_id END, collection_id = ${collection}, place = j.key + 1
  FROM json_each(${JSON.stringify(order)}) j WHERE help_articles.id = j.value AND help_articles.project_id = ${projectId} AND help_articles.archived_at IS NULL AND ${done}`;

/** Unschedules all texts of a deleted project. */
export const writeUnscheduledOfProject = (projectId: ProjectId, when: SQL): SQL =>
  sql`UPDATE help_article_texts SET publish_at = NULL, publish_by = NULL WHERE project_id = ${projectId} AND publish_at IS NOT NULL AND ${when}`;
