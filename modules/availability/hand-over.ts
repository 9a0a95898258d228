// Hands conversations over to a member, to nobody, or to a team: an action on many conversations, with progress and undo.
import { type SQL, sql } from "#kernel/db/index.ts";
import { idOf, type ProjectId, type TeamId } from "#kernel/ids/index.ts";
import { defineBulkAction } from "#modules/bulk-actions";
import { newAssignment, newEvent } from "#modules/conversations";
import { isMember } from "#modules/projects";
import { isTeamOf, mayAssign, teamKind } from "#modules/teams";
import { teamIdOf } from "#modules/teams/contract";
import * as v from "valibot";
import { HANDOVER } from "./contract.ts";

const Handover = v.strictObject({
  assigneeId: v.nullable(idOf("account")),
  /** Left out, the team stays as it is. */
  teamId: v.optional(v.nullable(idOf("team"))),
});
type Handover = v.InferOutput<typeof Handover>;

const isOneOf = (projectId: ProjectId, assigneeId: Handover["assigneeId"]): SQL =>
  assigneeId === null ? sql`1` : isMember(projectId, assigneeId);

export const handoverAction = defineBulkAction<Handover>({
  name: HANDOVER,
  value: Handover,
  seesAll: true,
  isOfProject: (projectId, { assigneeId, teamId }) =>
    sql`${isOneOf(projectId, assigneeId)} AND ${teamId ? isTeamOf(projectId, teamId) : sql`1`}`,
  changeOf({ projectId }, { assigneeId, teamId }, row) {
    const team = (teamIdOf(row) ?? null) as TeamId | null;
    const movesTeam = teamId !== undefined && teamId !== team;
    const movesAssignee = row.assigneeId !== assigneeId;
    if (!movesTeam && !movesAssignee) return undefined;
    const inverse: Handover = { assigneeId: row.assigneeId, ...(movesTeam ? { teamId: team } : {}) };
    const mayHave = isOneOf(projectId, assigneeId);
    if (!movesTeam) return { event: newAssignment(assigneeId), when: mayHave, inverse };
    const when = sql`${mayHave} AND ${mayAssign(projectId, teamId)}`;
    const moved = newEvent(teamKind, { teamId });
    return movesAssignee
      ? // The team first: of a follower only the change of the row is written.
        { event: moved, followers: [{ event: newAssignment(assigneeId), when: sql`1` }], when, inverse }
      : { event: moved, when, inverse };
  },
});
