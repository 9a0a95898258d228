// Reads the profile of a contact, as members see it.
import { iso } from "#kernel/clock/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { modelObstacle } from "#modules/ai";
import type { Profile } from "../contract.ts";
import { readLastRun, readStanding, readStatements, type Who } from "../queries.ts";
import { ordered } from "../rules.ts";

/** Throws `not_found`. Of an erased contact nothing is known. */
export async function loadProfile(ctx: Omit<Ctx, "caller">, who: Who): Promise<Profile> {
  const [standing, last, statements] = await ctx.db.read(readStanding(who), readLastRun(who), readStatements(who));
  if (!standing.exists) throw notFound();
  const obstacle = standing.on ? await modelObstacle(ctx, who.projectId, "context") : undefined;
  const running = last !== undefined && last.runUntil !== null && last.runUntil > ctx.clock.now();
  return {
    on: standing.on,
    obstacle: obstacle?.message ?? null,
    running,
    lastRun:
      last === undefined || last.ranAt === null
        ? null
        : {
            at: iso(last.ranAt),
            outcome: last.outcome,
            ...{ added: last.added, merged: last.merged, removed: last.removed, dropped: last.dropped },
          },
    statements: ordered(statements),
  };
}
