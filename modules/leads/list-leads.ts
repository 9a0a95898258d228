// Lists, finds and counts leads.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { invalidRequest } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { m } from "#messages";
import type { Lead, LeadStage } from "./contract.ts";
import {
  type FormerOwner,
  type ListOf,
  readByRarity,
  readCounts,
  readFormerOwners,
  readFound,
  readLeadOfAddress,
  readLeads,
} from "./queries.ts";
import { soughtWords } from "./words.ts";

const PAGE = 50;
/** Words of a search that are counted; further ones narrow nothing that anybody would notice. */
const MOST_WORDS = 4;
type Ctx = RequestCtx<MemberPrincipal>;
interface Page {
  readonly items: Lead[];
  readonly next: string | null;
}

/** Newest first. Throws `invalid_request` for filters that do not go together. */
export async function listLeads(
  ctx: Ctx,
  { cursor, q, ...list }: ListOf & { readonly cursor?: string | undefined; readonly q?: string | undefined },
): Promise<Page> {
  const { projectId } = ctx.caller;
  const others = [list.stage, list.owner].filter((one) => one !== undefined).length;
  if ((list.domain !== undefined && others > 0) || (q !== undefined && (others > 0 || list.domain !== undefined || cursor !== undefined)))
    throw invalidRequest([{ path: q === undefined ? "domain" : "q", message: m.leads_filters_apart() }]);
  if (q !== undefined) {
    const sought = soughtWords(q);
    if (sought.length === 0) return { items: [], next: null };
    // Of many leads of one provider or company, only the first are looked at by words.
    if (q.includes("@")) {
      const [exact] = await ctx.db.read(readLeadOfAddress(projectId, q.toLowerCase()));
      if (exact) return { items: [exact], next: null };
    }
    const [words] = sought.length === 1 ? [sought] : await ctx.db.read(readByRarity(projectId, sought.slice(0, MOST_WORDS)));
    const [found] = await ctx.db.read(readFound(projectId, words, PAGE));
    return { items: found, next: null };
  }
  const [leads] = await ctx.db.read(readLeads(projectId, list, decodeCursor(cursor)?.id, PAGE + 1));
  const last = leads.length > PAGE ? leads[PAGE - 1] : undefined;
  return { items: leads.slice(0, PAGE), next: last ? encodeCursor([0, last.id]) : null };
}

/** How many leads each stage has, all or those of an owner, counted to 100, and former members who own some. */
export async function countLeads(
  ctx: Ctx,
  owner: ListOf["owner"],
): Promise<{ stages: Record<LeadStage, number>; formerOwners: FormerOwner[] }> {
  const { projectId } = ctx.caller;
  const [stages, formerOwners] = await ctx.db.read(readCounts(projectId, owner), readFormerOwners(projectId));
  return { stages, formerOwners };
}
