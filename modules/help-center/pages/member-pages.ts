// Team-only articles and drafts: drawn for whoever asks, stored nowhere.
import type { RequestCtx } from "#kernel/http/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { ArticleId } from "#kernel/ids/index.ts";
import { givenSession, sessionQuery } from "#modules/accounts";
import { readTakesAnswers } from "#modules/email";
import { readFace, readMembership } from "#modules/projects";
import { mailRequirements, canReceiveRequests } from "./mail-requirements.ts";
import { centerOf, type Center, initialSettings } from "./center.ts";
import { articlePage } from "./draw/article-page.ts";
import { viewOf } from "./draw-path.ts";
import { readDraft, readLive } from "./article-queries.ts";
import { readSettings } from "./settings-queries.ts";
import { pageResponse } from "./responses.ts";

const PRIVATE = { "cache-control": "private, no-store", vary: "Cookie" };

/** No article has this id: looking for it takes as long as for one that somebody may not read. */
const NONE = "" as ArticleId;

/**
 * The article for a signed-in member of its project; undefined for everybody else, and when there is none. Session, membership and
 * article are read as they are now, and the same is read when `articleId` names none.
 */
export async function serveToMembers(
  ctx: RequestCtx,
  center: Center,
  articleId: ArticleId | undefined,
  locale: string,
): Promise<Response | undefined> {
  const given = await givenSession(ctx.request, ctx.url, ctx.config);
  const [signed] = given ? await ctx.db.read(sessionQuery(given, ctx.clock.now())) : [undefined];
  if (!signed) return undefined;
  const [membership, article] = await ctx.db.read(
    readMembership(center.projectId, signed.accountId),
    readLive(center.projectId, articleId ?? NONE, locale, center.defaultLocale),
  );
  if (!membership || !article) return undefined;
  const view = await viewOf(ctx, center, locale, article);
  return pageResponse(center, articlePage(center, { ...view, shown: "members" }), 200, PRIVATE);
}

/** The draft as its page will look. */
export async function previewArticle(ctx: RequestCtx<MemberPrincipal>, articleId: ArticleId, given: string | undefined): Promise<Response> {
  const { projectId } = ctx.caller;
  const [face, saved, answers] = await ctx.db.read(readFace(projectId), readSettings(projectId), readTakesAnswers(projectId));
  if (!face) throw notFound();
  // Also before the help center is open.
  const settings = { ...(saved ?? initialSettings(face.name)), open: true };
  const center = centerOf(
    projectId,
    face,
    settings,
    ctx.config.appOrigin ?? ctx.url.origin,
    canReceiveRequests(mailRequirements(ctx.config, answers)),
  );
  const locale = given ?? settings.defaultLocale;
  const [draft] = await ctx.db.read(readDraft(projectId, articleId, locale, settings.defaultLocale));
  if (!center || !draft) throw notFound();
  const view = await viewOf(ctx, center, locale, draft);
  return pageResponse(center, { ...articlePage(center, { ...view, shown: "draft" }), policyInside: true }, 200, PRIVATE);
}
