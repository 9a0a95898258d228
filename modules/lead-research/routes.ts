import { type RegisteredRoute, serve } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { readCriteria } from "./queries.ts";
import { readResearch } from "./read-research.ts";
import { cancelResearch, startResearch } from "./runs/start-research.ts";
import { saveCriteria } from "./save-criteria.ts";
import { addStatement, changeStatement, clearAnswer, deleteStatement, setAnswer } from "./write-by-hand.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readLeadResearch, (ctx, { params }) => readResearch(ctx, params.leadId)),
  serve(contract.startLeadResearch, (ctx, { params, body }) => startResearch(ctx, params.leadId, body)),
  serve(contract.cancelLeadResearch, (ctx, { params }) => cancelResearch(ctx, params.leadId, params.researchRunId)),
  serve(contract.addLeadStatement, (ctx, { params, body }) => addStatement(ctx, params.leadId, body)),
  serve(contract.changeLeadStatement, (ctx, { params, body }) => changeStatement(ctx, params.leadId, params.leadStatementId, body)),
  serve(contract.deleteLeadStatement, (ctx, { params }) => deleteStatement(ctx, params.leadId, params.leadStatementId)),
  serve(contract.setLeadAnswer, (ctx, { params, body }) => setAnswer(ctx, params.leadId, { ...body, criterionId: params.criterionId })),
  serve(contract.clearLeadAnswer, (ctx, { params }) => clearAnswer(ctx, params.leadId, params.criterionId)),
  serve(contract.readLeadCriteria, async (ctx) => (await ctx.db.read(readCriteria(ctx.caller.projectId)))[0]),
  serve(contract.saveLeadCriteria, (ctx, { body }) => saveCriteria(ctx, body)),
];
