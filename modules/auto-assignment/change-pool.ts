// Reads and changes who gets conversations by itself.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, invalidRequest } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { TeamId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { readChosen } from "#modules/availability";
import { isOpenAt } from "#modules/business-hours/contract";
import { readHours } from "#modules/business-hours";
import { readOpenOfAll } from "#modules/conversations";
import { readMembers, audit } from "#modules/projects";
import { readTeams } from "#modules/teams";
import type { AutoAssignment, GivenPool, Pool, PoolMember } from "./contract.ts";
import { changesOf, hasWaiting, mayChange, poolOf, readLeftOut, readPools, readWaitingCounts, writePool } from "./queries.ts";
import { assignNow, writeLook } from "./wake.ts";

type Ctx = RequestCtx<MemberPrincipal>;

export async function showPools(ctx: Ctx): Promise<AutoAssignment> {
  const { projectId } = ctx.caller;
  const [stored, teams, members, leftOut, loads, chosen, waiting, hours] = await ctx.db.read(
    readPools(projectId),
    readTeams(projectId),
    readMembers(projectId),
    readLeftOut(projectId),
    readOpenOfAll(projectId),
    readChosen(projectId),
    readWaitingCounts(projectId),
    readHours(projectId),
  );
  const notOnline = new Map(chosen.items.map((one) => [one.accountId, one.availability]));
  const poolFor = (teamId: TeamId | null, teamName: string | null, among: readonly string[] | undefined): Pool => {
    const { mode, cap, withinHours, revision } = stored.find(({ pool }) => pool === poolOf(teamId)) ?? {
      ...{ mode: "off" as const, cap: null, withinHours: true, revision: 0 },
    };
    const memberOf = ({ accountId, name }: (typeof members)[number]): PoolMember => {
      const open = loads.get(accountId) ?? 0;
      const out = teamId === null && leftOut.includes(accountId);
      const full = cap !== null && open >= cap;
      return { accountId, name, open, state: out ? "left_out" : (notOnline.get(accountId) ?? (full ? "full" : "available")) };
    };
    return {
      ...{ teamId, teamName, mode, cap, withinHours, revision, waiting: waiting.get(poolOf(teamId)) ?? 0 },
      members: members.filter(({ accountId }) => among === undefined || among.includes(accountId)).map(memberOf),
    };
  };
  return {
    pools: [
      poolFor(null, null, undefined),
      ...teams.filter(({ state }) => state === "active").map((team) => poolFor(team.id, team.name, team.members)),
    ],
    hours: !hours.on ? "none" : isOpenAt(hours, ctx.clock.now()) ? "open" : "closed",
  };
}

/** Stores the settings of a pool; 409 if somebody stored others since the revision that these began with. */
export async function changePool(ctx: Ctx, given: GivenPool): Promise<AutoAssignment> {
  const { projectId, accountId } = ctx.caller;
  const [teams] = await ctx.db.read(readTeams(projectId));
  const team = teams.find(({ id }) => id === given.teamId);
  if (given.teamId !== null && team?.state !== "active") throw invalidRequest([{ path: "teamId", message: m.auto_assignment_no_team() }]);
  const now = ctx.clock.now();
  const when = mayChange(projectId, given, accountId);
  await ctx.db.commit([
    audit(
      ctx,
      "auto_assignment.changed",
      { changes: changesOf(projectId, given), detail: team === undefined ? {} : { name: team.name } },
      when,
    ),
    writeLook(projectId, now, hasWaiting(projectId)),
    ...writePool(projectId, given, when),
  ]);
  const shown = await showPools(ctx);
  const pool = shown.pools.find(({ teamId }) => teamId === given.teamId);
  // A repeated request finds what it stored.
  if (!pool || pool.revision !== given.revision + 1 || !isSame(pool, given)) throw conflict(m.auto_assignment_changed_meanwhile());
  ctx.after(assignNow(ctx, projectId));
  return shown;
}
function isSame(pool: Pool, { mode, cap, withinHours, leftOut }: GivenPool): boolean {
  const out = pool.members.filter(({ accountId, state }) => state === "left_out" && leftOut.includes(accountId)).length;
  const all = pool.members.filter(({ state }) => state === "left_out").length;
  return pool.mode === mode && pool.cap === cap && pool.withinHours === withinHours && out === all;
}
