// Finds articles and other knowledge that a member can quote or link to in an answer.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import { appOrigin, type RequestCtx } from "#kernel/http/index.ts";
import { type ArticleId, isId } from "#kernel/ids/index.ts";
import { retrieve } from "#modules/retrieval";
import type { Insertable } from "./contract.ts";
import { readLive, readOpenCenter } from "./queries.ts";

const MOST = 8;

export async function findToInsert(
  ctx: RequestCtx<MemberPrincipal>,
  q: string,
): Promise<{ items: Insertable[]; semantic: "off" | "on" | "down"; readAs: string | null; fits: boolean }> {
  const { projectId } = ctx.caller;
  const [[center], { hits, semantic, readAs, fits }] = await Promise.all([
    ctx.db.read(readOpenCenter(projectId)),
    retrieve(ctx, { projectId, query: q, audiences: ["public", "members", "told"], live: true, limit: MOST }),
  ]);
  const origin = appOrigin(ctx.config, ctx.url);
  const items = hits.map((hit): Insertable => {
    const [articleId = "", locale] = hit.key.split("/");
    const article = hit.kind === "articles" && isId("article", articleId) && locale !== undefined ? { id: articleId, locale } : null;
    // Articles are linked only if readers can open them; a page of the project's website always can be.
    const url = hit.audience === "public" && (article === null || center?.open === true) ? hit.url : null;
    return {
      documentId: hit.documentId,
      title: hit.title,
      locale: hit.locale,
      audience: hit.audience,
      quote: hit.quote,
      article,
      text: hit.text,
      url: url !== null && URL.canParse(url, origin) ? new URL(url, origin).href : null,
      coverage: hit.coverage,
      confidence: hit.confidence,
    };
  });
  // Articles come before all other kinds; within each the ranking stays.
  return { items: [...items.filter(({ article }) => article), ...items.filter(({ article }) => !article)], semantic, readAs, fits };
}

export async function readToInsert(
  ctx: RequestCtx<MemberPrincipal>,
  articleId: ArticleId,
  locale: string,
): Promise<{ title: string; content: string }> {
  const [live] = await ctx.db.read(readLive(ctx.caller.projectId, articleId, locale));
  if (!live) throw notFound();
  return live;
}
