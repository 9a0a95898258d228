// Teams for other modules: assigning conversations to one.
export { teamMembersSet } from "./save-team.ts";
export { teamKind } from "./assign-team.ts";
export { isActiveTeam, isInTeam, isTeamOf, mayAssign, readTeam, readTeams, teamOfConversation, writeImportedTeam } from "./queries.ts";
