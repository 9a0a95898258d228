// Brings the views of a project up to date with its events before somebody reads them.
import type { SQL } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { registeredConditions } from "#modules/conversations";
import { isBehind, readWalk, type Walk, writeWalk } from "./index-queries.ts";

/** Walks of one request. Only an import of many conversations leaves more, which the minute schedule goes through. */
const AT_ONCE = 5;

/**
 * The last statements that bring the views up to date, for the batch that then reads them; none if there is nothing to do. `walk`: what was
 * read of the project before.
 */
export async function catchUp(ctx: Pick<Ctx, "db" | "clock" | "registry">, projectId: ProjectId, walk: Walk | undefined): Promise<SQL[]> {
  let due = walk;
  for (let done = 1; isBehind(due); done += 1) {
    const statements = writeWalk(projectId, due, registeredConditions(ctx), ctx.clock.now());
    if (done === AT_ONCE) return statements;
    const [next] = await ctx.db.commitAndRead(statements, readWalk(projectId));
    due = next;
  }
  return [];
}
