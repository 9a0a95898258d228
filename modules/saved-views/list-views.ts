// Lists the views that a member sees, with their counts.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { registeredViews } from "#modules/conversations";
import { catchUp } from "./catch-up.ts";
import type { listSavedViews } from "./contract.ts";
import { isBehind, readWalk } from "./index-queries.ts";
import { keptName, readOffered, readRangeCounts, readTotal, readViews, shown } from "./queries.ts";

export async function listViews(ctx: RequestCtx<MemberPrincipal>): Promise<AnswerOf<typeof listSavedViews>> {
  const { projectId, accountId } = ctx.caller;
  const mine = readViews(projectId, accountId);
  const declared = registeredViews(ctx);
  const [walk, before, total, offered] = await ctx.db.read(
    readWalk(projectId),
    mine,
    readTotal(projectId),
    readOffered(projectId, accountId, declared),
  );
  const found = isBehind(walk) ? (await ctx.db.commitAndRead(await catchUp(ctx, projectId, walk), mine))[0] : before;
  const [ranges] = found.length === 0 ? [new Map()] : await ctx.db.read(readRangeCounts(projectId, found, ctx.clock.now()));
  const views = found.map((view) => ({ own: view.kind, name: view.name, ...{ view: shown(view, ranges, total) } }));
  return {
    views: views.flatMap(({ own, view }) => (own === "module" ? [] : [view])),
    modules: declared
      .filter(({ name }) => offered.includes(name))
      .map((one) => {
        const kept = keptName(one, accountId);
        return { name: one.name, count: views.find(({ own, name }) => own === "module" && name === kept)?.view.count ?? null };
      }),
  };
}
