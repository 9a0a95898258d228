// Reads searches and feedback for the insights screen.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import { csvLine } from "#kernel/http/csv.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ArticleId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { readIsProjectArticle } from "./gap-queries.ts";
import { dayOf } from "./rules.ts";
import { readComments, readRated, readSearchDays, readSearched } from "./search-queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const PAGE = 50;

export async function readInsights(ctx: Ctx, days: number) {
  const { projectId } = ctx.caller;
  const today = dayOf(ctx.clock.now());
  const [perDay, top, without, articles] = await ctx.db.read(
    readSearchDays(projectId, today, days),
    readSearched(projectId, today, days, "searches"),
    readSearched(projectId, today, days, "without"),
    readRated(projectId, today, days),
  );
  return { days: perDay, top, without, articles };
}

/** Limits of the CSV: rows in total, and searches per day. */
const EXPORTED = { shown: 10_000, ofADay: 1000 };
/** The searches as CSV. Cells that a spreadsheet would run as formulas are escaped. */
export async function exportSearches(ctx: Ctx, days: number): Promise<Response> {
  const { projectId } = ctx.caller;
  const today = dayOf(ctx.clock.now());
  const [searched] = await ctx.db.read(readSearched(projectId, today, days, "searches", EXPORTED));
  const rows = [
    [
      m.help_insights_csv_search(),
      m.help_insights_csv_language(),
      m.help_insights_csv_searches(),
      m.help_insights_csv_without(),
      m.help_insights_csv_opened(),
    ],
    ...searched.map((it) => [it.terms, it.locale, it.searches, it.without, it.opened]),
  ];
  return new Response(`\ufeff${rows.map(csvLine).join("")}`, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="searches-${iso(ctx.clock.now()).slice(0, 10)}-${days}-days.csv"`,
    },
  });
}

export async function listComments(ctx: Ctx, articleId: ArticleId, cursor: string | undefined) {
  const { projectId } = ctx.caller;
  const [found, ours] = await ctx.db.read(
    readComments(projectId, articleId, decodeCursor(cursor), PAGE + 1),
    readIsProjectArticle(projectId, articleId),
  );
  if (!ours) throw notFound();
  const last = found[PAGE - 1];
  return {
    items: found.slice(0, PAGE).map(({ at, ...comment }) => ({ ...comment, createdAt: iso(at) })),
    next: found.length > PAGE && last ? encodeCursor([last.at, last.id]) : null,
  };
}
