// Lists held work, with what the older installation paid for models.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { Hold } from "./contract.ts";
import { readHolds, readSpent, type Spent } from "./queries.ts";

const PAGE = 50;

export async function listHolds(
  ctx: RequestCtx<MemberPrincipal>,
  cursor: string | undefined,
): Promise<{ items: Hold[]; next: string | null; spent: Spent | null }> {
  const { projectId } = ctx.caller;
  const [holds, spent] = await ctx.db.read(readHolds(projectId, decodeCursor(cursor)?.id ?? "", PAGE + 1), readSpent(projectId));
  const last = holds.length > PAGE ? holds[PAGE - 1] : undefined;
  return { items: holds.slice(0, PAGE), next: last ? encodeCursor([0, last.id]) : null, spent: spent ?? null };
}
