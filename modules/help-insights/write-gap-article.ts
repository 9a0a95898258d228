// Starts an article that answers a group of questions, under the author's own title.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ArticleId, type GapId, newId } from "#kernel/ids/index.ts";
import { sameClientId, articleExists, writeArticle, writeFirstDraft } from "#modules/articles";
import { m } from "#messages";
import { lacksArticle, readGap, readIsOnePersonsWording, writeSettled } from "./gap-queries.ts";

/**
 * Creates a draft, once: the group keeps its article, and a repeated call returns it. The exact wording of one visitor is refused as the
 * title, because the title becomes an address and a heading that no erasure removes.
 */
export async function writeGapArticle(
  ctx: RequestCtx<MemberPrincipal>,
  gapId: GapId,
  { clientId, title }: { readonly clientId: string; readonly title: string },
): Promise<{ articleId: ArticleId }> {
  const { projectId, accountId: by } = ctx.caller;
  const [gap, onePersons] = await ctx.db.read(readGap(projectId, gapId), readIsOnePersonsWording(projectId, gapId, title));
  if (!gap) throw notFound();
  if (onePersons && !gap.article) throw invalidRequest([{ path: "title", message: m.help_insights_words_of_one() }]);
  const now = ctx.clock.now();
  const articleId = newId("article", now);
  const made = articleExists(projectId, articleId);
  const [after] = await ctx.db.commitAndRead(
    [
      writeArticle(
        { id: articleId, projectId, clientId, collectionId: null, audience: "public", assistant: true, by, now },
        lacksArticle(projectId, gapId),
      ),
      writeFirstDraft({ projectId, articleId, locale: gap.locale, title, summary: "", content: "", slug: undefined, by, now }, made),
      writeSettled(projectId, gapId, { state: "written", articleId }, by, now, made),
    ],
    readGap(projectId, gapId),
  );
  if (!after) throw notFound();
  // The clientId was used for another article.
  if (!after.article) throw sameClientId();
  if (after.article.articleId !== articleId) ctx.reply.status = 200;
  return { articleId: after.article.articleId as ArticleId };
}
