// An article that begins as a question nobody answered.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ArticleId, type GapId, newId } from "#kernel/ids/index.ts";
import { sameClientId } from "../articles/errors.ts";
import { articleExists, writeArticle, writeFirstDraft } from "../articles/writes.ts";
import { lacksArticle, readGap, writeSettled } from "./gap-queries.ts";

/** Begins a draft with the question as its title, once: the gap keeps its article, and whoever asks again is answered with it. */
export async function writeGapArticle(ctx: RequestCtx<MemberPrincipal>, gapId: GapId, clientId: string): Promise<{ articleId: ArticleId }> {
  const { projectId, accountId: by } = ctx.caller;
  const [gap] = await ctx.db.read(readGap(projectId, gapId));
  if (!gap) throw notFound();
  const now = ctx.clock.now();
  const articleId = newId("article", now);
  const title = [...gap.question].slice(0, 200).join("");
  const made = articleExists(projectId, articleId);
  const [after] = await ctx.db.decide(
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
  // The clientId is that of another article.
  if (!after.article) throw sameClientId();
  if (after.article.articleId !== articleId) ctx.reply.status = 200;
  return { articleId: after.article.articleId as ArticleId };
}
