// Lists earlier published versions.
import { notFound } from "#kernel/errors/index.ts";
import type { ArticleId } from "#kernel/ids/index.ts";
import type { Ctx } from "./permissions.ts";
import { readArticle, readVersion, readVersions } from "./queries.ts";

export async function listVersions(ctx: Ctx, articleId: ArticleId, locale: string) {
  const { projectId } = ctx.caller;
  const [article, items] = await ctx.db.read(readArticle(projectId, articleId), readVersions(projectId, articleId, locale));
  if (!article) throw notFound();
  return { items, next: null };
}
export async function oneVersion(ctx: Ctx, articleId: ArticleId, locale: string, version: number) {
  const [found] = await ctx.db.read(readVersion(ctx.caller.projectId, articleId, locale, version));
  if (!found) throw notFound();
  return found;
}
