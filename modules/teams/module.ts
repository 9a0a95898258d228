import { serve } from "#kernel/http/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { eventKinds, rowFields, viewConditions } from "#modules/conversations";
import { projectCleanup, teamChange } from "#modules/projects";
import { bulkActions } from "#modules/bulk-actions";
import { assignTeam, bulkTeam, teamCondition, teamField, teamKind } from "./assign-team.ts";
import * as contract from "./contract.ts";
import { writeMemberGone, writeProjectGone } from "./queries.ts";
import { changeTeam, createTeam, deleteTeam, deletionJob, readTeamList } from "./save-team.ts";

export const teams = defineModule({
  name: "teams",
  needs: ["bulk-actions", "conversations", "live-updates", "projects", "saved-views"],
  routes: [
    serve(contract.listTeams, (ctx) => readTeamList(ctx)),
    serve(contract.createTeam, (ctx, { body }) => createTeam(ctx, body)),
    serve(contract.changeTeam, (ctx, { params, body }) => changeTeam(ctx, params.teamId, body)),
    serve(contract.deleteTeam, (ctx, { params }) => deleteTeam(ctx, params.teamId)),
    serve(contract.assignTeam, (ctx, { params, body }) => assignTeam(ctx, params.conversationId, body)),
  ],
  jobs: [deletionJob],
  provides: [
    provide(eventKinds, teamKind),
    provide(rowFields, teamField),
    provide(viewConditions, teamCondition),
    provide(bulkActions, bulkTeam),
    provide(teamChange, { name: "teams", statements: (projectId, when) => [writeMemberGone(projectId, when)] }),
    provide(projectCleanup, { name: "teams", statements: (projectId, when) => writeProjectGone(projectId, when) }),
  ],
});
