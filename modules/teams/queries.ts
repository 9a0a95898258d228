// All SQL of teams.
import { writeConversationsChanged } from "#modules/saved-views";
import { as, columnList, columns, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ConversationId, ProjectId, TeamId } from "#kernel/ids/index.ts";
import { MAX_TEAMS, type Team } from "./contract.ts";
import { nameKey } from "./rules.ts";

const COLUMNS = columnList`${columns("teams", "id, name, state, conversations")}, (SELECT json_group_array(m.account_id) FROM team_members m WHERE m.project_id = teams.project_id AND m.team_id = teams.id) ${as.text("members")}`;
const teamOf = (row: RowIn<typeof COLUMNS>): Team => ({
  id: row.id,
  name: row.name,
  members: parseJson<AccountId[]>(row.members as never),
  state: row.state,
  conversations: row.conversations,
});

/** All teams by name, at most 50. */
export const readTeams = (projectId: ProjectId): Query<Team[]> =>
  query(sql`SELECT ${COLUMNS} FROM teams WHERE project_id = ${projectId} ORDER BY name_key LIMIT ${MAX_TEAMS}`, (rows) => rows.map(teamOf));
export const readTeam = (projectId: ProjectId, id: TeamId): Query<Team | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM teams WHERE project_id = ${projectId} AND id = ${id}`, teamOf);
export const readTeamBy = (projectId: ProjectId, clientId: string): Query<Team | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM teams WHERE project_id = ${projectId} AND client_id = ${clientId}`, teamOf);
export const readTeamNamed = (projectId: ProjectId, name: string): Query<Team | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM teams WHERE project_id = ${projectId} AND name_key = ${nameKey(name)}`, teamOf);

/** SQL of the team that a conversation is assigned to; null for none. */
export const teamOfConversation = (projectId: SQL, conversationId: SQL): SQL =>
  sql`(SELECT ct.team_id FROM conversation_teams ct WHERE ct.project_id = ${projectId} AND ct.conversation_id = ${conversationId})`;

/** Condition: all of them are members of the project. */
export const areMembers = (projectId: ProjectId, ids: readonly AccountId[]): SQL =>
  ids.length === 0
    ? sql`1`
    : sql`(SELECT count(*) FROM json_each(${JSON.stringify(ids)}) k JOIN memberships m ON m.project_id = ${projectId} AND m.account_id = k.value) = ${ids.length}`;
/** Left as it is where the name or the clientId is taken, or the project has as many teams as it may. */
export const writeTeam = (projectId: ProjectId, t: { id: TeamId; name: string; clientId: string; now: number }, when: SQL): SQL => sql`
  INSERT INTO teams (project_id, id, name, name_key, state, client_id, created_at)
  SELECT ${projectId}, ${t.id}, ${t.name}, ${nameKey(t.name)}, 'active', ${t.clientId}, ${t.now}
  WHERE ${when} AND (SELECT count(*) FROM teams WHERE project_id = ${projectId}) < ${MAX_TEAMS} ON CONFLICT DO NOTHING`;
/** A name that another team has, and a team that is being deleted, leave it as it is. */
export const writeChangedTeam = (projectId: ProjectId, id: TeamId, t: { name: string; archived: boolean }, when: SQL): SQL => sql`
  UPDATE teams SET name = ${t.name}, name_key = ${nameKey(t.name)}, state = ${t.archived ? "archived" : "active"}
  WHERE project_id = ${projectId} AND id = ${id} AND state <> 'deleting' AND ${when}
    AND NOT EXISTS (SELECT 1 FROM teams o WHERE o.project_id = ${projectId} AND o.name_key = ${nameKey(t.name)} AND o.id <> ${id})`;
/** Who is in the team from now on, if it is called so and `when` holds. */
export const writeTeamMembers = (
  projectId: ProjectId,
  id: TeamId,
  name: string,
  members: readonly AccountId[],
  when: SQL,
): readonly SQL[] => {
  const isTeam = sql`EXISTS (SELECT 1 FROM teams t WHERE t.project_id = ${projectId} AND t.id = ${id} AND t.name = ${name} AND t.state <> 'deleting')`;
  const list = JSON.stringify(members);
  return [
    sql`DELETE FROM team_members WHERE project_id = ${projectId} AND team_id = ${id} AND ${isTeam} AND ${when} AND account_id NOT IN (SELECT value FROM json_each(${list}))`,
    sql`INSERT INTO team_members (project_id, team_id, account_id) SELECT ${projectId}, ${id}, k.value FROM json_each(${list}) k WHERE ${isTeam} AND ${when} ON CONFLICT DO NOTHING`,
  ];
};
/** Nobody stays in a team who is no member of the project any more. */
export const writeMemberGone = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM team_members WHERE project_id = ${projectId} AND ${when} AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.project_id = ${projectId} AND m.account_id = team_members.account_id)`;

// --- teams of conversations -----------------------------------------------------

/** The row's field: one lookup by the primary key. */
export const TEAM_ID = sql`(SELECT t.team_id FROM conversation_teams t WHERE t.project_id = c.project_id AND t.conversation_id = c.id)`;
/** Condition: it is a team of the project. */
export const isTeamOf = (projectId: ProjectId, teamId: TeamId | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM teams WHERE project_id = ${projectId} AND id = ${teamId})`;
/** Condition: it is a team of the project that can be chosen. */
export const isActiveTeam = (projectId: SQL, teamId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM teams g WHERE g.project_id = ${projectId} AND g.id = ${teamId} AND g.state = 'active')`;
/** Condition: the account belongs to the team. */
export const isInTeam = (projectId: ProjectId, teamId: string, account: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM team_members g WHERE g.project_id = ${projectId} AND g.team_id = ${teamId} AND g.account_id = ${account})`;
/** Condition on the conversation `c`: it can be assigned to the team. */
export const mayAssign = (projectId: ProjectId, teamId: TeamId | null): SQL =>
  teamId === null ? sql`${TEAM_ID} IS NOT NULL` : sql`${TEAM_ID} IS NOT ${teamId} AND ${isActiveTeam(sql`${projectId}`, sql`${teamId}`)}`;
export const writeConversationTeam = (projectId: ProjectId, conversationId: ConversationId, teamId: TeamId | null, done: SQL): SQL =>
  teamId === null
    ? sql`DELETE FROM conversation_teams WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND ${done}`
    : sql`INSERT INTO conversation_teams (project_id, conversation_id, team_id) SELECT ${projectId}, ${conversationId}, ${teamId} WHERE ${done}
        ON CONFLICT (project_id, conversation_id) DO UPDATE SET team_id = excluded.team_id`;

/** Gives the conversation the team that an import found, without an event; null for none, and a team that takes nothing any more is none. */
export const writeImportedTeam = (
  { projectId, conversationId }: { readonly projectId: ProjectId; readonly conversationId: ConversationId },
  teamId: TeamId | null,
  when: SQL,
): SQL =>
  teamId === null
    ? writeConversationTeam(projectId, conversationId, null, when)
    : writeConversationTeam(
        projectId,
        conversationId,
        teamId,
        sql`${when} AND EXISTS (SELECT 1 FROM teams g WHERE g.project_id = ${projectId} AND g.id = ${teamId} AND g.state = 'active')`,
      );

// --- deletion --------------------------------------------------------------------

export const writeDeleting = (projectId: ProjectId, id: TeamId, when: SQL): SQL =>
  sql`UPDATE teams SET state = 'deleting' WHERE project_id = ${projectId} AND id = ${id} AND state <> 'deleting' AND ${when}`;
export const isDeleting = (projectId: ProjectId, id: TeamId): SQL =>
  sql`EXISTS (SELECT 1 FROM teams WHERE project_id = ${projectId} AND id = ${id} AND state = 'deleting')`;
/** Unassigns one page of conversations. */
export function writeUnassignedPage(projectId: ProjectId, id: TeamId, limit: number): readonly [SQL, SQL] {
  const page = sql`SELECT conversation_id AS id FROM conversation_teams INDEXED BY conversation_teams_team WHERE project_id = ${projectId} AND team_id = ${id} ORDER BY conversation_id LIMIT ${limit}`;
  return [
    writeConversationsChanged(projectId, page),
    sql`DELETE FROM conversation_teams WHERE project_id = ${projectId} AND team_id = ${id} AND ${isDeleting(projectId, id)} AND conversation_id IN (SELECT id FROM (${page}))`,
  ];
}
export const writeDeleted = (projectId: ProjectId, id: TeamId): readonly SQL[] => [
  sql`DELETE FROM team_members WHERE project_id = ${projectId} AND team_id = ${id} AND ${isDeleting(projectId, id)}`,
  sql`DELETE FROM teams WHERE project_id = ${projectId} AND id = ${id} AND state = 'deleting' AND NOT EXISTS (SELECT 1 FROM conversation_teams t WHERE t.project_id = ${projectId} AND t.team_id = ${id})`,
];
/** Project deletion. What remains is ids without a name. */
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] =>
  [sql`teams`, sql`team_members`].map((table) => sql`DELETE FROM ${table} WHERE project_id = ${projectId} AND ${when}`);
