// Creates, changes and deletes teams of a project.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type AccountId, idOf, newId, type TeamId } from "#kernel/ids/index.ts";
import { handle, job, wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";
import { m } from "#messages";
import { announceChanged } from "#modules/live-updates";
import { audit, auditThing, type FollowUp, isMember } from "#modules/projects";
import * as v from "valibot";
import { listTeams, MAX_TEAMS, type Team } from "./contract.ts";
import {
  areMembers,
  isDeleting,
  readTeam,
  readTeamBy,
  readTeamNamed,
  readTeams,
  writeChangedTeam,
  writeDeleted,
  writeDeleting,
  writeTeam,
  writeTeamMembers,
  writeUnassignedPage,
} from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const ADMINS = ["owner", "admin"] as const;
/** Called when the members of a team were set, or an archived one is chosen from again. */
export const teamMembersSet = extensionPoint<FollowUp>("teamMembersSet");
/** Conversations of one batch. */
const PAGE = 200;
/** Statements that one invocation may spend. */
const ROOM = 60;

const deletion = job("teams.delete", v.strictObject({ projectId: idOf("project"), teamId: idOf("team") }));
const unique = (ids: readonly AccountId[]): AccountId[] => [...new Set(ids)];
const mayChange = ({ caller: { projectId, accountId } }: Ctx): SQL => isMember(projectId, accountId, ADMINS);

export async function readTeamList(ctx: Ctx): Promise<{ items: Team[] }> {
  const [items] = await ctx.db.read(readTeams(ctx.caller.projectId));
  return { items };
}

/** Throws `conflict` for a name that is taken, for somebody who is no member of the project, and at the limit. */
export async function createTeam(
  ctx: Ctx,
  { clientId, name, members: given }: { clientId: string; name: string; members: readonly AccountId[] },
): Promise<{ team: Team }> {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const id = newId("team", now);
  const members = unique(given);
  const may = sql`${mayChange(ctx)} AND ${areMembers(projectId, members)}`;
  const [team, named, teams] = await ctx.db.commitAndRead(
    [
      writeTeam(projectId, { id, name, clientId, now }, may),
      auditThing(ctx, "teams.created", undefined, { name, members: members.toSorted() }),
      ...writeTeamMembers(projectId, id, name, members, may),
      ...followUpStatements(ctx, now),
    ],
    readTeamBy(projectId, clientId),
    readTeamNamed(projectId, name),
    readTeams(projectId),
  );
  if (team) {
    if (team.id !== id && (team.name !== name || !isSame(team.members, members))) throw conflict(m.teams_same_client_id());
    if (team.id === id) announceSet(ctx);
    else ctx.reply.status = 200;
    return { team };
  }
  if (named) throw conflict(m.teams_name_taken());
  if (teams.length >= MAX_TEAMS) throw conflict(m.teams_too_many({ max: MAX_TEAMS }));
  throw conflict(m.teams_no_member());
}

export async function changeTeam(
  ctx: Ctx,
  teamId: TeamId,
  { name, members: given, archived }: { name: string; members: readonly AccountId[]; archived: boolean },
): Promise<{ team: Team }> {
  const { projectId } = ctx.caller;
  const members = unique(given);
  const [before] = await ctx.db.read(readTeam(projectId, teamId));
  if (!before) throw notFound();
  const switched = archived !== (before.state === "archived");
  const may = sql`${mayChange(ctx)} AND ${areMembers(projectId, members)}`;
  const [team, named] = await ctx.db.commitAndRead(
    [
      writeChangedTeam(projectId, teamId, { name, archived }, may),
      auditThing(
        ctx,
        !switched ? "teams.changed" : archived ? "teams.archived" : "teams.unarchived",
        { name: before.name, members: before.members.toSorted(), archived: !archived === switched },
        { name, members: members.toSorted(), archived },
      ),
      ...writeTeamMembers(projectId, teamId, name, members, may),
      ...followUpStatements(ctx, ctx.clock.now()),
    ],
    readTeam(projectId, teamId),
    readTeamNamed(projectId, name),
  );
  if (!team) throw notFound();
  if (team.state === "deleting") throw conflict(m.teams_deleting());
  if (named && named.id !== teamId) throw conflict(m.teams_name_taken());
  if (!isSame(team.members, members)) throw conflict(m.teams_no_member());
  announceSet(ctx);
  return { team };
}

/** From here on it cannot be chosen; a job unassigns its conversations and removes it. */
export async function deleteTeam(ctx: Ctx, teamId: TeamId): Promise<{ team: Team }> {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const id = newId("job", now);
  const [before] = await ctx.db.read(readTeam(projectId, teamId));
  if (!before) throw notFound();
  const work = { id, kind: deletion.kind, key: `teams.delete:${teamId}`, payload: { projectId, teamId }, projectId, dueAt: now };
  const [team] = await ctx.db.commitAndRead(
    [
      writeDeleting(projectId, teamId, mayChange(ctx)),
      audit(ctx, "teams.deleted", { detail: { name: before.name } }),
      writeJobs([work], now, isDeleting(projectId, teamId)),
    ],
    readTeam(projectId, teamId),
  );
  wakeJobs(ctx, [id]);
  announceChanged(ctx, projectId, listTeams);
  return { team: team ?? { ...before, state: "deleting" } };
}
/** May be repeated from any page. */
export const deletionJob = handle(deletion, async (ctx, { projectId, teamId }) => {
  for (;;) {
    if (ctx.db.cost.statements > ROOM) return "again";
    const [, left = 0] = await ctx.db.commit(writeUnassignedPage(projectId, teamId, PAGE));
    if (left < PAGE) break;
  }
  await ctx.db.commit([...writeDeleted(projectId, teamId)]);
  announceChanged(ctx, projectId, listTeams);
  return;
});

const followUpStatements = (ctx: Ctx, now: number): SQL[] =>
  ctx.registry.extensions.of(teamMembersSet).flatMap(({ statements }) => [...statements(ctx.caller.projectId, now)]);
function announceSet(ctx: Ctx): void {
  const { projectId } = ctx.caller;
  for (const { afterwards } of ctx.registry.extensions.of(teamMembersSet)) ctx.after(afterwards(ctx, projectId));
  announceChanged(ctx, projectId, listTeams);
}
const isSame = (a: readonly string[], b: readonly string[]): boolean => a.toSorted().join() === b.toSorted().join();
