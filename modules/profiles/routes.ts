import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { updateProfile } from "./runs/update-profile.ts";
import { readState } from "./settings-queries.ts";
import { deleteProfiles } from "./settings/delete-profiles.ts";
import { loadSettings, switchProfiles } from "./settings/project-settings.ts";
import { addStatement } from "./statements/add-statement.ts";
import { changeStatement } from "./statements/change-statement.ts";
import { deleteStatement } from "./statements/delete-statement.ts";
import { loadProfile } from "./statements/load-profile.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readProfileState, async (ctx) => (await ctx.db.read(readState(ctx.caller.projectId)))[0]),
  serve(contract.readProfile, (ctx, { params }) => loadProfile(ctx, { projectId: ctx.caller.projectId, contactId: params.contactId })),
  serve(contract.updateProfile, (ctx, { params, body }) => updateProfile(ctx, params.contactId, body.clientId)),
  serve(contract.addStatement, (ctx, { params, body }) => addStatement(ctx, params.contactId, body)),
  serve(contract.changeStatement, (ctx, { params, body }) => changeStatement(ctx, params.contactId, params.statementId, body)),
  serve(contract.deleteStatement, (ctx, { params }) => deleteStatement(ctx, params.contactId, params.statementId)),
  serve(contract.readProfileSettings, (ctx) => loadSettings(ctx)),
  serve(contract.switchProfiles, (ctx, { body }) => switchProfiles(ctx, body.on)),
  serve(contract.deleteProfiles, (ctx) => deleteProfiles(ctx)),
];
