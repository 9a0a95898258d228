// Permissions of the caller as SQL conditions, and the audit entries of articles.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ArticleId, CollectionId, ProjectId } from "#kernel/ids/index.ts";
import { type AuditChange, isMember } from "#modules/projects";
import { type SQL, sql } from "#kernel/db/index.ts";

export type Ctx = RequestCtx<MemberPrincipal>;
/** Hold while the caller may write drafts, and may publish. Checked again in each batch. */
export const mayDraft = ({ caller }: Ctx): SQL => isMember(caller.projectId, caller.accountId);
export const mayPublish = ({ caller }: Ctx): SQL => isMember(caller.projectId, caller.accountId, ["owner", "admin"]);

/** Names an article in the audit log, with the title that it has now. */
export const articleDetail = (projectId: ProjectId, article: ArticleId, locale?: string): Record<string, string | SQL> => ({
  article,
  ...(locale === undefined ? {} : { locale }),
  title: sql`(SELECT nullif(t.title, '') FROM help_article_texts t WHERE t.project_id = ${projectId} AND t.article_id = ${article}${locale === undefined ? sql`` : sql` AND t.locale = ${locale}`} LIMIT 1)`,
});
/** What changes of a collection's text, before it does. */
export const collectionChanges = (
  projectId: ProjectId,
  collection: CollectionId,
  locale: string,
  to: { readonly name: string; readonly description: string },
): AuditChange[] =>
  (["name", "description"] as const).map((field) => ({
    ...{ field, to: to[field] },
    from: sql`coalesce((SELECT ${sql.raw(field)} FROM help_collection_texts WHERE project_id = ${projectId} AND collection_id = ${collection} AND locale = ${locale}), '')`,
  }));
/** The same for a collection. */
export const collectionDetail = (projectId: ProjectId, collection: CollectionId): Record<string, string | SQL> => ({
  collection,
  name: sql`(SELECT t.name FROM help_collection_texts t WHERE t.project_id = ${projectId} AND t.collection_id = ${collection} LIMIT 1)`,
});
