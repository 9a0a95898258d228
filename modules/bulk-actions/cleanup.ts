// What ends: actions of yesterday, and those of a deleted project.
import { hours } from "#kernel/clock/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readOldActions, writeForgotten } from "./queries.ts";

const KEPT = hours(24);
const ACTIONS_AT_ONCE = 5;
const ITEMS_AT_ONCE = 200;

/** Deletes some rows of old actions. */
export async function forgetActions(ctx: Ctx): Promise<void> {
  const [old] = await ctx.db.read(readOldActions(ctx.clock.now() - KEPT, ACTIONS_AT_ONCE));
  if (old.length === 0) return;
  await ctx.db.commit(old.flatMap(({ projectId, id }) => writeForgotten(projectId, id, ITEMS_AT_ONCE)));
}
