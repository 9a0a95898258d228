// Creates articles and saves drafts; every member of the team may.
import { notFound } from "#kernel/errors/index.ts";
import { type ArticleId, type CollectionId, newId } from "#kernel/ids/index.ts";
import { filesIn } from "#kernel/rich-text/article.ts";
import { sql } from "#kernel/db/index.ts";
import { writeHoldFiles } from "./files/index.ts";
import { type Ctx, mayDraft } from "./permissions.ts";
import type { ArticleSummary, ArticleText } from "./contract.ts";
import { draftMoved, isArchived, isScheduled as scheduled, noCollection, sameClientId } from "./errors.ts";
import { readArticle, readArticleBy, readBestText, readText } from "./queries.ts";
import { articleExists, isActiveArticle, type Draft, isScheduled, writeArticle, writeDraft, writeFirstDraft } from "./writes.ts";

/** Creates an article with its first draft, at the end of its collection. */
export async function createArticle(
  ctx: Ctx,
  input: { clientId: string; locale: string; title: string; content: string; collectionId: CollectionId | null },
): Promise<{ article: ArticleSummary; text: ArticleText }> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const id = newId("article", now);
  const { clientId, locale, title, content, collectionId } = input;
  const draft: Draft = { projectId, articleId: id, locale, title, content, summary: "", slug: undefined, by: accountId, now };
  const [article] = await ctx.db.commitAndRead(
    [
      writeArticle({ id, projectId, clientId, collectionId, audience: "public", assistant: true, by: accountId, now }, mayDraft(ctx)),
      writeFirstDraft(draft, articleExists(projectId, id)),
    ],
    readArticleBy(projectId, clientId),
  );
  if (!article) throw noCollection();
  const [text] = await ctx.db.read(readText(projectId, article.id, locale));
  if (!text) throw sameClientId();
  if (article.id !== id) {
    // Revision 1 is still the text of the first request, so a difference means another request; later revisions cannot be compared.
    const same = text.title === title && text.content === content && article.collectionId === collectionId;
    if (text.revision === 1 && !same) throw sameClientId();
    ctx.reply.status = 200;
  }
  return { article, text };
}

export async function oneArticle(
  ctx: Ctx,
  articleId: ArticleId,
  locale: string | undefined,
): Promise<{ article: ArticleSummary; text: ArticleText | null }> {
  const { projectId } = ctx.caller;
  const [article, text] = await ctx.db.read(readArticle(projectId, articleId), readBestText(projectId, articleId, locale));
  if (!article) throw notFound();
  return { article, text: text ?? null };
}

export interface Saved {
  readonly revision: number;
  readonly title: string;
  readonly slug?: string | null | undefined;
  readonly summary: string;
  readonly content: string;
}
/**
 * Saves the draft based on `revision`. Saving the same again answers the first result; after somebody else's change it throws 409 with its
 * author. A scheduled text can only be changed by those who may publish.
 */
export async function saveDraft(ctx: Ctx, articleId: ArticleId, locale: string, input: Saved): Promise<{ text: ArticleText }> {
  const { projectId, accountId, role } = ctx.caller;
  const { revision, title, slug, summary, content } = input;
  const draft: Draft = { projectId, articleId, locale, title, summary, content, slug, by: accountId, now: ctx.clock.now() };
  const may = sql`${mayDraft(ctx)} AND ${isActiveArticle(projectId, articleId)} AND ${role === "operator" ? sql`NOT ${isScheduled(projectId, articleId, locale)}` : sql`1`}`;
  const files = filesIn(content);
  const [article, text] = await ctx.db.commitAndRead(
    [
      revision === 0 ? writeFirstDraft(draft, may) : writeDraft(draft, revision, may),
      ...(files.length === 0 ? [] : [writeHoldFiles(projectId, articleId, files, draft.now, sql`changes() > 0`)]),
    ],
    readArticle(projectId, articleId),
    readText(projectId, articleId, locale),
  );
  if (!article) throw notFound();
  if (article.archivedAt !== null) throw isArchived();
  if (!text) throw notFound();
  if (text.revision === revision && text.publishAt !== null && role === "operator") throw scheduled();
  // Saved now or by an earlier call whose response was lost, or unchanged.
  const isSame = text.title === title && text.summary === summary && text.content === content;
  if (isSame && (text.revision === revision + 1 || text.revision === revision)) return { text };
  throw draftMoved({ revision: text.revision, updatedBy: text.updatedBy, updatedAt: text.updatedAt });
}
