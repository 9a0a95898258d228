// Reads the report, and the conversations behind its numbers.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { days as daysOf, iso } from "#kernel/clock/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { wilson } from "#kernel/statistics/index.ts";
import type { Counts, OutcomeItem, Rate, Report } from "../contract.ts";
import { type DayCounts, type Filter, readCounts, readDocumentCounts, readOutcomes } from "../queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const DAY = daysOf(1);
const PAGE = 50;
const NONE: DayCounts["counts"] = {
  ...{ conversations: 0, open: 0, confirmed: 0, assumed: 0, escalated: 0, abandoned: 0, reopened: 0, negative: 0, cost: 0 },
};
const dayName = (day: number): string => iso(day * DAY).slice(0, 10);

export async function readReport(ctx: Ctx, days: number): Promise<Report> {
  const { projectId } = ctx.caller;
  const today = Math.floor(ctx.clock.now() / DAY);
  const from = today - days + 1;
  const all = Array.from({ length: days }, (_, i) => from + i);
  const [perDay, languages, reasons, topics, sources] = await ctx.db.read(
    readCounts(projectId, "all", from),
    readCounts(projectId, "language", from),
    readCounts(projectId, "reason", from),
    readDocumentCounts(projectId, "topic", all),
    readDocumentCounts(projectId, "source", all),
  );
  const ofDay = new Map(perDay.map(({ day, counts }) => [day, counts]));
  const total = perDay.reduce((sum, { counts }) => added(sum, counts), NONE);
  const sourceOf = ({ value, title, url }: Pick<DayCounts, "value" | "title" | "url">) => ({ documentId: value, title, url });
  return {
    from: dayName(from),
    until: dayName(today),
    total: countsOf(total),
    rates: ratesOf(total),
    days: all.map((day) => ({ day: dayName(day), ...countsOf(ofDay.get(day) ?? NONE) })),
    languages: languages.map(({ value, counts }) => ({ locale: value, ...countsOf(counts) })),
    topics: topics.map((topic) => ({ source: topic.value === "" ? null : sourceOf(topic), ...countsOf(topic.counts) })),
    sources: sources.map((source) => ({ source: sourceOf(source), ...countsOf(source.counts) })),
    reasons: reasons.map(({ value, counts }) => ({ reason: value, count: counts.conversations })),
  };
}

const added = (a: DayCounts["counts"], b: DayCounts["counts"]): DayCounts["counts"] =>
  Object.fromEntries(Object.entries(a).map(([name, value]) => [name, value + b[name as keyof typeof b]])) as DayCounts["counts"];
const countsOf = ({ conversations, cost, ...outcomes }: DayCounts["counts"]): Counts => ({ conversations, outcomes, costUsd: cost / 1e6 });
/** Shares of what has ended. */
function ratesOf({ conversations, open, cost: _, ...ended }: DayCounts["counts"]): Report["rates"] {
  const all = conversations - open;
  if (all === 0) return null;
  const rate = (count: number): Rate => ({ share: count / all, ...wilson(count, all) });
  return {
    confirmed: rate(ended.confirmed),
    assumed: rate(ended.assumed),
    escalated: rate(ended.escalated),
    abandoned: rate(ended.abandoned),
    reopened: rate(ended.reopened),
    negative: rate(ended.negative),
    resolved: rate(ended.confirmed + ended.assumed),
  };
}

interface Asked extends Omit<Filter, "from" | "until"> {
  readonly days: number;
  readonly day?: string | undefined;
  readonly cursor?: string | undefined;
}
export async function listOutcomes(
  ctx: Ctx,
  { days, day, cursor, ...filter }: Asked,
): Promise<{ items: OutcomeItem[]; next: string | null }> {
  const { projectId } = ctx.caller;
  const today = Math.floor(ctx.clock.now() / DAY);
  const range =
    day === undefined
      ? { from: (today - days + 1) * DAY, until: (today + 1) * DAY }
      : { from: Date.parse(day), until: Date.parse(day) + DAY };
  const [items] = await ctx.db.read(readOutcomes(projectId, { ...filter, ...range }, decodeCursor(cursor), PAGE + 1));
  const last = items[PAGE - 1];
  return {
    items: items.slice(0, PAGE),
    next: items.length > PAGE && last ? encodeCursor([Date.parse(last.beganAt), last.conversationId]) : null,
  };
}
