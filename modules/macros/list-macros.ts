// Lists the macros that a member may apply.
import type { Macro } from "./contract.ts";
import { readOwn, readShared } from "./queries.ts";
import type { Ctx } from "./save-macro.ts";

const byTitle = (a: Macro, b: Macro): number => (a.title.toLowerCase() < b.title.toLowerCase() ? -1 : 1);

/** The shared ones and the member's own, by title. */
export async function listMacros(ctx: Ctx): Promise<{ items: Macro[] }> {
  const { projectId, accountId } = ctx.caller;
  const [shared, own] = await ctx.db.read(readShared(projectId), readOwn(projectId, accountId));
  return { items: [...own, ...shared].toSorted(byTitle) };
}
