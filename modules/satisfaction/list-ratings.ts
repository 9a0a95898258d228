// Lists ratings for members, and writes them as a file.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import { csvLine } from "#kernel/http/csv.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId, ConversationId } from "#kernel/ids/index.ts";
import { readContactState } from "#modules/contacts";
import { contactOf } from "#modules/conversations";
import { readTeams } from "#modules/teams";
import { as, query, sql } from "#kernel/db/index.ts";
import type { SatisfactionRequest, Score } from "./contract.ts";
import { readCounts, readOfContact, readOfConversation, readRatings } from "./queries.ts";
import { MOST_EXPORTED } from "./rules.ts";

const PAGE = 50;
type Ctx = RequestCtx<MemberPrincipal>;

export async function listRatings(
  ctx: Ctx,
  { score, cursor }: { score?: Score | undefined; cursor?: string | undefined },
): Promise<{ items: SatisfactionRequest[]; next: string | null }> {
  const [found] = await ctx.db.read(readRatings(ctx.caller.projectId, score, decodeCursor(cursor), PAGE + 1));
  const last = found.length > PAGE ? found[PAGE - 1] : undefined;
  return {
    items: found.slice(0, PAGE).map(({ ratedAtMs: _, ...one }) => one),
    next: last ? encodeCursor([last.ratedAtMs, last.id]) : null,
  };
}

export async function countRatings(ctx: Ctx): Promise<{ counts: number[]; isCut: boolean }> {
  const [counts] = await ctx.db.read(readCounts(ctx.caller.projectId, ctx.clock.now()));
  return counts;
}

export async function conversationRatings(ctx: Ctx, conversationId: ConversationId): Promise<{ items: SatisfactionRequest[]; next: null }> {
  const { projectId } = ctx.caller;
  const [isThere, items] = await ctx.db.read(
    query(sql`SELECT 1 ${as.number("there")} WHERE ${contactOf(projectId, conversationId)} IS NOT NULL`, (rows) => rows.length > 0),
    readOfConversation({ projectId, conversationId }),
  );
  if (!isThere) throw notFound();
  return { items, next: null };
}

export async function contactRatings(ctx: Ctx, contactId: ContactId): Promise<{ items: SatisfactionRequest[]; next: null }> {
  const { projectId } = ctx.caller;
  const [state, items] = await ctx.db.read(readContactState(projectId, contactId), readOfContact(projectId, contactId));
  if (state === null) throw notFound();
  return { items, next: null };
}

const COLUMNS = ["rated_at", "score", "comment", "contact", "conversation", "channel", "asked_in", "operator", "team", "closed_at"];
export async function exportRatings(ctx: Ctx): Promise<Response> {
  const { projectId } = ctx.caller;
  const [found, teams] = await ctx.db.read(readRatings(projectId, undefined, undefined, MOST_EXPORTED), readTeams(projectId));
  const names = new Map<string, string>(teams.map(({ id, name }) => [id, name]));
  const rows = found.map((one): (string | number)[] => [
    ...[one.ratedAt ?? "", one.score ?? "", one.comment, one.contact.name ?? "", one.conversationId, one.channel],
    ...[
      one.imported ? "import" : (one.askedIn ?? ""),
      one.operator?.name ?? "",
      one.teamId === null ? "" : (names.get(one.teamId) ?? one.teamId),
      one.closedAt,
    ],
  ]);
  const name = `satisfaction-${iso(ctx.clock.now()).slice(0, 10)}.csv`;
  return new Response(`\ufeff${[COLUMNS, ...rows].map(csvLine).join("")}`, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}
