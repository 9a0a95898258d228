import { type RegisteredRoute, serve } from "#kernel/http/index.ts";
import { changeLead, deleteLead, restoreLead } from "./change-lead.ts";
import * as contract from "./contract.ts";
import { createLead } from "./create-lead.ts";
import { importLeads } from "./import-leads.ts";
import { countLeads, listLeads } from "./list-leads.ts";
import { readLead } from "./read-lead.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listLeads, (ctx, { query }) => listLeads(ctx, query)),
  serve(contract.countLeads, (ctx, { query }) => countLeads(ctx, query.owner)),
  serve(contract.createLead, (ctx, { body }) => createLead(ctx, body)),
  serve(contract.importLeads, (ctx, { body }) => importLeads(ctx, body)),
  serve(contract.readLead, (ctx, { params }) => readLead(ctx, params.leadId)),
  serve(contract.changeLead, (ctx, { params, body }) => changeLead(ctx, params.leadId, body)),
  serve(contract.deleteLead, (ctx, { params }) => deleteLead(ctx, params.leadId)),
  serve(contract.restoreLead, (ctx, { params }) => restoreLead(ctx, params.leadId)),
];
