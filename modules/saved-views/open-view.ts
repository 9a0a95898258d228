// Opens a saved view, or one of a module, for the list of the inbox.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type OpenView, registeredViews } from "#modules/conversations";
import { type Sort, sortOf } from "#modules/conversations/contract";
import { catchUp } from "./catch-up.ts";
import { readWalk } from "./index-queries.ts";
import { keptName, readView } from "./queries.ts";
import { rangeOf } from "./rules.ts";
import { keepModuleView } from "./save-view.ts";

export async function openView(ctx: RequestCtx<MemberPrincipal>, key: string, wish: Sort | undefined): Promise<OpenView | undefined> {
  const { projectId, accountId } = ctx.caller;
  const declared = registeredViews(ctx).find(({ name }) => name === key);
  if (!declared && !key.startsWith("svw_")) return undefined;
  const [known, walk] = await ctx.db.read(
    readView(projectId, accountId, declared ? keptName(declared, accountId) : key),
    readWalk(projectId),
  );
  const view = known ?? (declared && (await keepModuleView(ctx, declared)));
  if (!view) return undefined;
  const { conditions, indexId, filling } = view;
  const sort = sortOf(conditions, wish ?? view.sort);
  const range = rangeOf(conditions, ctx.clock.now());
  const inRange = range === undefined ? sql`` : sql` AND o.${sql.raw(`by_${range.key}`)} BETWEEN ${range.from} AND ${range.to}`;
  return {
    ...{ conditions, sort, filling },
    first: await catchUp(ctx, projectId, walk),
    rows: sql`saved_view_rows o INDEXED BY ${sql.raw(`saved_view_rows_${sort}`)}`,
    where: sql`o.index_id = ${indexId}${inRange}`,
  };
}
