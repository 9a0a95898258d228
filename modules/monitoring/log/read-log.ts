// Reads the log, and the matches of one conversation.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId, MonitoringEntryId, MonitoringRuleId } from "#kernel/ids/index.ts";
import { readSummary } from "#modules/conversations";
import type { Entry, LOG_FILTERS } from "../contract.ts";
import { readEntry, readLog, readMatchesIn } from "../log-queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const PAGE = 30;
const IN_ONE = 20;

interface Asked {
  readonly show: (typeof LOG_FILTERS)[number];
  readonly ruleId?: MonitoringRuleId | undefined;
  readonly cursor?: string | undefined;
}
export async function readLogPage(ctx: Ctx, { show, ruleId, cursor }: Asked): Promise<{ items: Entry[]; next: string | null }> {
  const { projectId } = ctx.caller;
  const [items] = await ctx.db.read(readLog({ projectId, show, ruleId, before: decodeCursor(cursor), limit: PAGE + 1 }));
  const page = items.slice(0, PAGE);
  const last = page.at(-1);
  return { items: page, next: items.length > PAGE && last ? encodeCursor([Date.parse(last.at), last.id]) : null };
}

export async function readMatches(ctx: Ctx, id: ConversationId): Promise<{ items: Entry[]; next: null }> {
  const { projectId } = ctx.caller;
  const [row, items] = await ctx.db.read(readSummary([], projectId, id, null), readMatchesIn(projectId, id, IN_ONE));
  if (!row) throw notFound();
  return { items, next: null };
}

export async function readOne(ctx: Ctx, id: MonitoringEntryId): Promise<{ entry: Entry }> {
  const [entry] = await ctx.db.read(readEntry(ctx.caller.projectId, id));
  if (!entry) throw notFound();
  return { entry };
}
