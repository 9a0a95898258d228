// Lists a project's contacts: all of them by page, or those whose name, email or identifier begins with `q`.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { readContacts, readContactsBy } from "./queries.ts";

const PAGE = 50;

export async function listContacts(
  ctx: RequestCtx<MemberPrincipal>,
  query: { cursor?: string | undefined; q?: string | undefined; hidden?: "0" | "1" | undefined },
) {
  const state = query.hidden === "1" ? "hidden" : "active";
  if (query.q !== undefined && query.q !== "")
    return { items: (await ctx.db.read(readContactsBy(ctx.caller.projectId, state, query.q, PAGE)))[0], next: null };
  const [found] = await ctx.db.read(readContacts(ctx.caller.projectId, state, decodeCursor(query.cursor)?.id, PAGE + 1));
  const last = found[PAGE - 1];
  return { items: found.slice(0, PAGE), next: found.length > PAGE && last ? encodeCursor([0, last.id]) : null };
}
