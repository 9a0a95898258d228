// Lists the canned replies that a member may insert.
import type { CannedReply } from "./contract.ts";
import { readOwn, readShared } from "./queries.ts";
import type { Ctx } from "./save-reply.ts";

const byTitle = (a: CannedReply, b: CannedReply): number => (a.title.toLowerCase() < b.title.toLowerCase() ? -1 : 1);

/** The shared ones and the member's own, by title. */
export async function listReplies(ctx: Ctx): Promise<{ items: CannedReply[] }> {
  const { projectId, accountId } = ctx.caller;
  const [shared, own] = await ctx.db.read(readShared(projectId), readOwn(projectId, accountId));
  return { items: [...own, ...shared].toSorted(byTitle) };
}
