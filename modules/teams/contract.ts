// Wire contract of teams. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, line, Revision } from "#kernel/wire/values.ts";
import { ConversationEvent, ConversationIdField, ConversationSummary } from "#modules/conversations/contract";
import * as v from "valibot";

/** Teams of a project at most. */
export const MAX_TEAMS = 50;
/** Members of a team at most. */
export const MAX_TEAM_MEMBERS = 100;
export const MAX_TEAM_NAME = 40;

export const TeamIdField = idOf("team");
const AccountIds = v.array(idOf("account"));
export const Team = v.object({
  id: TeamIdField,
  name: v.string(),
  members: AccountIds,
  /** `archived`: stays on its conversations and cannot be chosen. `deleting`: its conversations are being unassigned. */
  state: v.picklist(["active", "archived", "deleting"]),
  /** How many conversations are assigned to it. */
  conversations: v.number(),
});
export type Team = v.InferOutput<typeof Team>;

/** Name of the row's field: the id of its team. */
export const TEAM = "team";
/** Name of the event, as it is stored. */
export const TEAM_ASSIGNED = "team_assigned";
/** The event's `data`. */
export const TeamChange = v.object({ teamId: v.nullable(TeamIdField) });

export const teamIdOf = (row: Pick<ConversationSummary, "fields">): string | undefined => row.fields?.[TEAM];

const inProject = { projectId: idOf("project") };
const ofTeam = { ...inProject, teamId: TeamIdField };
const Name = line(MAX_TEAM_NAME);
const Members = v.pipe(AccountIds, v.maxLength(MAX_TEAM_MEMBERS));
const One = v.object({ team: Team });

/** All teams by name, with archived ones. */
export const listTeams = route({
  name: "listTeams",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/teams",
  who: "member",
  params: inProject,
  reply: v.object({ items: v.array(Team) }),
});
/** 409 `conflict` if the name is taken, somebody is no member of the project, or it has 50 teams. */
export const createTeam = route({
  name: "createTeam",
  method: "POST",
  path: "/api/management/projects/:projectId/teams",
  who: "admin",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, name: Name, members: v.optional(Members, []) }),
  reply: One,
  status: 201,
  errors: ["conflict"],
});
/** Renames, archives and unarchives a team, and sets who is in it. */
export const changeTeam = route({
  name: "changeTeam",
  method: "PATCH",
  path: "/api/management/projects/:projectId/teams/:teamId",
  who: "admin",
  params: ofTeam,
  body: v.strictObject({ name: Name, members: Members, archived: v.boolean() }),
  reply: One,
  errors: ["conflict"],
});
/** A job unassigns its conversations. Cannot be undone; repeating it is safe. */
export const deleteTeam = route({
  name: "deleteTeam",
  method: "DELETE",
  path: "/api/management/projects/:projectId/teams/:teamId",
  who: "admin",
  params: ofTeam,
  reply: One,
  status: 202,
});
/** Assigns a conversation to a team, or to none; its assignee stays. */
export const assignTeam = route({
  name: "assignTeam",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/team",
  who: "member",
  params: { ...inProject, conversationId: ConversationIdField },
  body: v.strictObject({ clientId: ClientId, frontier: Revision, teamId: v.nullable(TeamIdField) }),
  reply: v.object({ event: ConversationEvent, conversation: ConversationSummary, repeated: v.boolean() }),
  status: 201,
  errors: ["stale_frontier", "conflict"],
});
