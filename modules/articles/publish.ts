// Publishes, unpublishes and schedules texts: version, address, document and files change in one batch.
import type { Principal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { AccountId, ArticleId, ProjectId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { audit, isMember, writeAudit } from "#modules/projects";
import { type SQL, sql } from "#kernel/db/index.ts";
import { articleDetail, type Ctx, mayPublish } from "./permissions.ts";
import { writesForHiddenTexts, writesForPublishedText } from "./publication-writes.ts";
import type { ArticleSummary, ArticleText } from "./contract.ts";
import { draftMoved, isArchived, isEmpty, tooLate } from "./errors.ts";
import { type Publishable, readArticle, readPublishable, readText } from "./queries.ts";
import { startRendering } from "./rendering.ts";
import {
  isActiveArticle,
  canPublish,
  isAtRevision,
  isLive,
  scheduledFor,
  type Which,
  writePublished,
  writeSchedule,
  writeUnpublished,
} from "./writes.ts";

/** Tries when another change comes between reading and the deciding batch. */
const TRIES = 3;

export interface Publication {
  readonly statements: SQL[];
  /** The render job, to wake after the commit. */
  readonly job: string;
}
/**
 * Statements that publish the text that was read, if it is unchanged and `when` holds; otherwise none of them has any effect. `actor`: who
 * does it in a request, which may be a program.
 */
export async function buildPublication(
  w: Which,
  p: Publishable,
  by: AccountId,
  now: number,
  when: SQL,
  actor: Principal | string = `operator:${by}`,
): Promise<Publication> {
  const { projectId, articleId, locale } = w;
  const { job, decides, done } = startRendering(projectId, { articleId }, now, sql`${canPublish(w, p)} AND ${when}`);
  return {
    job,
    statements: [
      decides,
      ...writePublished(w, by, now, done),
      ...(await writesForPublishedText({ ...p, projectId, articleId, locale, now }, done)),
      writeAudit({ projectId, actor, action: "help.published", detail: articleDetail(projectId, articleId, locale), now }, done),
    ],
  };
}
/** Why a draft cannot be published, as a refusal; undefined when it can. */
function obstacleTo(p: Publishable, revision: number) {
  if (p.archived) return isArchived();
  if (p.revision !== revision) return draftMoved({ revision: p.revision, updatedBy: p.updatedBy, updatedAt: iso(p.updatedAt) });
  if (p.title.trim() === "") return isEmpty("title");
  return p.content.trim() === "" ? isEmpty("content") : undefined;
}

type Answer = { article: ArticleSummary; text: ArticleText };
const answerReads = (projectId: ProjectId, articleId: ArticleId, locale: string) =>
  [readArticle(projectId, articleId), readText(projectId, articleId, locale)] as const;
async function answer(ctx: Ctx, articleId: ArticleId, locale: string): Promise<Answer> {
  const [article, text] = await ctx.db.read(...answerReads(ctx.caller.projectId, articleId, locale));
  if (!article || !text) throw notFound();
  return { article, text };
}

/** Publishes the draft of the revision. Answers the current state if it is already published. */
export async function publishArticle(ctx: Ctx, articleId: ArticleId, locale: string, revision: number): Promise<Answer> {
  const { projectId, accountId } = ctx.caller;
  const which = { projectId, articleId, locale };
  for (let i = 0; i < TRIES; i += 1) {
    const [found] = await ctx.db.read(readPublishable(projectId, articleId, locale));
    if (!found) throw notFound();
    if (found.liveRevision === revision) return await answer(ctx, articleId, locale);
    const refused = obstacleTo(found, revision);
    if (refused) throw refused;
    const { statements, job } = await buildPublication(which, found, accountId, ctx.clock.now(), mayPublish(ctx), ctx.caller);
    const [article, text] = await ctx.db.commitAndRead(statements, ...answerReads(projectId, articleId, locale));
    if (article && text?.revision === revision && text.version !== null && !text.changed) {
      wakeJobs(ctx, [job]);
      return { article, text };
    }
  }
  throw notFound();
}

/** Unpublishes one language. Repeating does nothing. */
export async function unpublishArticle(ctx: Ctx, articleId: ArticleId, locale: string): Promise<Answer> {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const { job, decides, done } = startRendering(
    projectId,
    { articleId, hidden: true },
    now,
    sql`${isLive({ projectId, articleId, locale })} AND ${mayPublish(ctx)}`,
  );
  const [stored] = await ctx.db.commit([
    decides,
    ...writeUnpublished(projectId, articleId, locale, now, done),
    ...(await writesForHiddenTexts(projectId, articleId, locale, now, done)),
    audit(ctx, "help.unpublished", { detail: articleDetail(projectId, articleId, locale) }, done),
  ]);
  if (stored === 1) wakeJobs(ctx, [job]);
  return await answer(ctx, articleId, locale);
}

/** Schedules the publication of the draft, or unschedules it. */
export async function scheduleArticle(
  ctx: Ctx,
  articleId: ArticleId,
  locale: string,
  { revision, at }: { revision: number; at: string | null },
): Promise<Answer> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const due = at === null ? null : Date.parse(at);
  const [found] = await ctx.db.read(readPublishable(projectId, articleId, locale));
  if (!found) throw notFound();
  const refused = obstacleTo(found, revision);
  if (refused) throw refused;
  if (due !== null && due <= now) throw tooLate();
  const may = sql`${isMember(projectId, accountId, ["owner", "admin"])} AND ${isActiveArticle(projectId, articleId)}`;
  const [, changed] = await ctx.db.commit([
    // Before the statement that changes it, from which it takes the old time.
    audit(
      ctx,
      due === null ? "help.unscheduled" : "help.scheduled",
      {
        detail: articleDetail(projectId, articleId, locale),
        changes: [{ field: "publishAt", from: scheduledFor(projectId, articleId, locale), to: due }],
      },
      sql`${may} AND ${isAtRevision(projectId, articleId, locale, revision)}`,
    ),
    writeSchedule({ projectId, articleId, locale }, revision, due, accountId, may),
  ]);
  const after = await answer(ctx, articleId, locale);
  if (changed === 0) throw draftMoved({ revision: after.text.revision, updatedBy: after.text.updatedBy, updatedAt: after.text.updatedAt });
  return after;
}
