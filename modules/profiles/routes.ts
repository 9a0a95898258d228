import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import { asKept } from "#modules/contacts";
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
  serve(contract.readProfile, (ctx, { params }) =>
    asKept(ctx, params.contactId, (contactId) => loadProfile(ctx, { projectId: ctx.caller.projectId, contactId })),
  ),
  serve(contract.updateProfile, (ctx, { params, body }) => asKept(ctx, params.contactId, (id) => updateProfile(ctx, id, body.clientId))),
  serve(contract.addStatement, (ctx, { params, body }) => asKept(ctx, params.contactId, (id) => addStatement(ctx, id, body))),
  serve(contract.changeStatement, (ctx, { params, body }) =>
    asKept(ctx, params.contactId, (id) => changeStatement(ctx, id, params.statementId, body)),
  ),
  serve(contract.deleteStatement, (ctx, { params }) => asKept(ctx, params.contactId, (id) => deleteStatement(ctx, id, params.statementId))),
  serve(contract.readProfileSettings, (ctx) => loadSettings(ctx)),
  serve(contract.switchProfiles, (ctx, { body }) => switchProfiles(ctx, body.on)),
  serve(contract.deleteProfiles, (ctx) => deleteProfiles(ctx)),
];
