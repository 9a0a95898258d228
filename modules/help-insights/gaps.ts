// Lists groups of unanswered questions, and stores what the team decides about each.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { decodeCursor, encodeCursor, sql } from "#kernel/db/index.ts";
import { invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ArticleId, GapId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import type { Gap, GapState } from "./contract.ts";
import { isProjectArticle, type Example, type GapRow, readExamples, readGap, readGaps, writeSettled } from "./gap-queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const PAGE = 20;

const shown = ({ last, ...gap }: GapRow, examples: readonly Example[]): Gap => ({
  ...gap,
  lastAt: iso(last),
  examples: examples.filter(({ gapId }) => gapId === gap.id).map(({ gapId: _, at, ...example }) => ({ ...example, createdAt: iso(at) })),
});

export async function listGaps(ctx: Ctx, query: { state: GapState; cursor?: string | undefined }) {
  const { projectId } = ctx.caller;
  const [found] = await ctx.db.read(readGaps(projectId, query.state, decodeCursor(query.cursor), PAGE + 1));
  const page = found.slice(0, PAGE);
  const [examples] = await ctx.db.read(
    readExamples(
      projectId,
      page.map(({ id }) => id),
    ),
  );
  const last = found[PAGE - 1];
  return {
    items: page.map((gap) => shown(gap, examples)),
    next: found.length > PAGE && last ? encodeCursor([last.questions, last.id]) : null,
  };
}

/** Ignores a group, opens it again, or names the article that answers it. Repeating it changes nothing. */
export async function resolveGap(ctx: Ctx, gapId: GapId, to: { state: GapState; articleId?: ArticleId | undefined }): Promise<Gap> {
  const { projectId, accountId } = ctx.caller;
  const articleId = to.articleId ?? null;
  if ((to.state === "written") !== (articleId !== null))
    throw invalidRequest([{ path: "articleId", message: m.help_insights_name_the_article() }]);
  const ours = articleId === null ? sql`1` : isProjectArticle(projectId, articleId);
  const [gap, examples] = await ctx.db.commitAndRead(
    [writeSettled(projectId, gapId, { state: to.state, articleId }, accountId, ctx.clock.now(), ours)],
    readGap(projectId, gapId),
    readExamples(projectId, [gapId]),
  );
  // A missing group and a missing article get the same response.
  if (!gap || gap.state !== to.state || (gap.article?.articleId ?? null) !== articleId) throw notFound();
  return shown(gap, examples);
}
