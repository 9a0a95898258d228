// Lets a verb work on the contact that stays, if the given one was merged into another.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId } from "#kernel/ids/index.ts";
import { readKeptId } from "./queries.ts";

/** Calls `run` with the id that stays. */
export async function asKept<A>(ctx: RequestCtx<MemberPrincipal>, id: ContactId, run: (kept: ContactId) => Promise<A>): Promise<A> {
  const [kept] = await ctx.db.read(readKeptId(ctx.caller.projectId, id));
  return await run(kept);
}
