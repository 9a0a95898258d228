// Assigns conversations to teams: the event kind, the row's field, and the verb. Team and assignee are independent.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ConversationId, isId, type TeamId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { defineEventKind, defineRowField, defineViewCondition, newEvent, record, type Recorded } from "#modules/conversations";
import type * as v from "valibot";
import { defineBulkAction } from "#modules/bulk-actions";
import { TEAM, TEAM_ASSIGNED, TeamChange, teamIdOf } from "./contract.ts";
import { isTeamOf, mayAssign, readTeam, TEAM_ID, writeConversationTeam } from "./queries.ts";

export const teamField = defineRowField({
  name: TEAM,
  expression: TEAM_ID,
  values: [],
  holds: (value) => (isId("team", value) ? sql`${TEAM_ID} = ${value}` : undefined),
});

export const teamCondition = defineViewCondition({ name: TEAM, expression: TEAM_ID });

export const teamKind = defineEventKind<v.InferOutput<typeof TeamChange>>({
  name: TEAM_ASSIGNED,
  payload: TeamChange,
  audience: () => "team",
  // Triage must not lift an old conversation above those that customers wrote in.
  change: () => ({ activity: false }),
  writes: ({ projectId, conversationId }, { teamId }, done) => [writeConversationTeam(projectId, conversationId, teamId, done)],
});

/** Assigns many conversations to a team, or to none. */
export const bulkTeam = defineBulkAction<v.InferOutput<typeof TeamChange>>({
  name: TEAM,
  value: TeamChange,
  seesAll: true,
  isOfProject: (projectId, { teamId }) => (teamId === null ? sql`1` : isTeamOf(projectId, teamId)),
  changeOf({ projectId }, { teamId }, row) {
    const before = (teamIdOf(row) ?? null) as TeamId | null;
    return before === teamId
      ? undefined
      : { event: newEvent(teamKind, { teamId }), when: mayAssign(projectId, teamId), inverse: { teamId: before } };
  },
});

/** Throws `not_found` for a team of another project, `conflict` if it has this team already or the team cannot be chosen. */
export const assignTeam = (
  ctx: RequestCtx<MemberPrincipal>,
  conversationId: ConversationId,
  { clientId, frontier, teamId }: { clientId: string; frontier: number; teamId: TeamId | null },
): Promise<Recorded> =>
  record(ctx, {
    ...{ conversationId, clientId, frontier },
    event: newEvent(teamKind, { teamId }),
    requires: {
      when: mayAssign(ctx.caller.projectId, teamId),
      explain: async () => {
        if (teamId === null) throw conflict(m.teams_none());
        const [team] = await ctx.db.read(readTeam(ctx.caller.projectId, teamId));
        if (!team) throw notFound();
        throw conflict(team.state === "active" ? m.teams_same() : m.teams_not_active());
      },
    },
  });
