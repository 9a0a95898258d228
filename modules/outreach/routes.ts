import { type RegisteredRoute, serve } from "#kernel/http/index.ts";
import { changeSettings, changeTemplate, createTemplate, deleteTemplate, readAllSettings } from "./change-settings.ts";
import * as contract from "./contract.ts";
import { changeOutreach, draftOutreach } from "./draft-outreach.ts";
import { draftByModel } from "./drafting/draft-by-model.ts";
import { readContactOutreach, readLeadOutreach, readResults } from "./read-outreach.ts";
import { listReviews, requestReview, reviewOutreach } from "./review-outreach.ts";
import { stopOutreach } from "./stop-outreach.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readLeadOutreach, (ctx, { params }) => readLeadOutreach(ctx, params.leadId)),
  serve(contract.draftOutreach, (ctx, { params, body }) => draftOutreach(ctx, params.leadId, body)),
  serve(contract.draftOutreachByModel, (ctx, { params, body }) => draftByModel(ctx, params.leadId, body)),
  serve(contract.changeOutreach, (ctx, { params, body }) => changeOutreach(ctx, params.sequenceId, body)),
  serve(contract.requestOutreachReview, (ctx, { params, body }) => requestReview(ctx, params.sequenceId, body.revision)),
  serve(contract.reviewOutreach, (ctx, { params, body }) => reviewOutreach(ctx, params.sequenceId, body.mails)),
  serve(contract.stopOutreach, (ctx, { params }) => stopOutreach(ctx, params.sequenceId)),
  serve(contract.listOutreachReviews, (ctx, { query }) => listReviews(ctx, query.cursor)),
  serve(contract.readOutreachResults, (ctx, { query }) => readResults(ctx, query.cursor)),
  serve(contract.readOutreachSettings, (ctx) => readAllSettings(ctx)),
  serve(contract.changeOutreachSettings, (ctx, { body }) => changeSettings(ctx, body)),
  serve(contract.createOutreachTemplate, (ctx, { body }) => createTemplate(ctx, body)),
  serve(contract.changeOutreachTemplate, (ctx, { params, body }) => changeTemplate(ctx, params.templateId, body)),
  serve(contract.deleteOutreachTemplate, (ctx, { params }) => deleteTemplate(ctx, params.templateId)),
  serve(contract.readContactOutreach, (ctx, { params }) => readContactOutreach(ctx, params.contactId)),
];
