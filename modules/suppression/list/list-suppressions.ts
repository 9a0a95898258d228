// Lists and finds the project's suppressed addresses.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { keysOf } from "../address-key.ts";
import type { Suppression } from "../contract.ts";
import { readList, readOfKey, readSuppressionOf } from "../queries.ts";

const PAGE = 50;
type Ctx = RequestCtx<MemberPrincipal>;

/** Newest first. */
export async function listSuppressions(ctx: Ctx, cursor: string | undefined): Promise<{ items: Suppression[]; next: string | null }> {
  const [found] = await ctx.db.read(readList(ctx.caller.projectId, decodeCursor(cursor)?.id, PAGE + 1));
  const last = found.length > PAGE ? found[PAGE - 1] : undefined;
  return { items: found.slice(0, PAGE), next: last ? encodeCursor([0, last.id]) : null };
}

/** In any spelling. */
export async function findSuppression(ctx: Ctx, address: string): Promise<{ mailable: boolean; items: Suppression[] }> {
  const { projectId } = ctx.caller;
  const keys = await keysOf(ctx, [address]);
  const [states, items] = await ctx.db.read(readSuppressionOf(projectId, keys), readOfKey(projectId, keys[0]?.key ?? ""));
  const { here, elsewhere } = states.get(address) ?? { here: null, elsewhere: false };
  return { mailable: here === null && !elsewhere, items };
}
