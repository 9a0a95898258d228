// Serves team-only articles and drafts. They are rendered per request and never stored.
import type { RequestCtx } from "#kernel/http/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { ArticleId } from "#kernel/ids/index.ts";
import { givenSession, sessionQuery } from "#modules/accounts";
import { readTakesAnswers } from "#modules/email";
import { readPublicProfile, readMembership } from "#modules/projects";
import { mailRequirements, canReceiveRequests } from "./mail-requirements.ts";
import { centerOf, type Center, inLocale, initialSettings } from "./center.ts";
import { articlePage } from "./templates/article-page.ts";
import { viewsOf } from "./render-path.ts";
import { readDraft, readLive } from "./article-queries.ts";
import { readSettings } from "./settings-queries.ts";
import { pageResponse } from "./responses.ts";

const PRIVATE = { "cache-control": "private, no-store", vary: "Cookie" };

/** An id that no article has: looking it up takes as long as looking up one that the caller may not read. */
const NONE = "" as ArticleId;

/**
 * The article for a signed-in member of its project; undefined for everybody else, and if there is none. The same queries run without an
 * `articleId`, so that timing reveals nothing.
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
  const [view] = await viewsOf(ctx, center, [{ locale, article }]);
  if (!view) return undefined;
  return pageResponse(center, articlePage(inLocale(center, locale), { ...view, shown: "members" }), 200, PRIVATE);
}

/** The draft as its page will look. */
export async function previewArticle(ctx: RequestCtx<MemberPrincipal>, articleId: ArticleId, given: string | undefined): Promise<Response> {
  const { projectId } = ctx.caller;
  const [profile, saved, answers] = await ctx.db.read(readPublicProfile(projectId), readSettings(projectId), readTakesAnswers(projectId));
  if (!profile) throw notFound();
  // Drafts can be previewed before the help center opens.
  const settings = { ...(saved ?? initialSettings(profile.name)), open: true };
  const center = centerOf(
    projectId,
    profile,
    settings,
    ctx.config.appOrigin ?? ctx.url.origin,
    canReceiveRequests(mailRequirements(ctx.config, answers)),
  );
  const locale = given ?? settings.defaultLocale;
  const [draft] = await ctx.db.read(readDraft(projectId, articleId, locale, settings.defaultLocale));
  if (!center || !draft) throw notFound();
  const [view] = await viewsOf(ctx, center, [{ locale, article: draft }]);
  if (!view) throw notFound();
  return pageResponse(center, { ...articlePage(inLocale(center, locale), { ...view, shown: "draft" }), policyInside: true }, 200, PRIVATE);
}
