import { type RegisteredRoute, serve } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { listRuns } from "./list-runs.ts";
import { changeRule, createRule, deleteRule, listRules, orderRules } from "./save-rule.ts";
import { tryRule } from "./try-rule.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listAutomationRules, (ctx) => listRules(ctx)),
  serve(contract.createAutomationRule, (ctx, { body }) => createRule(ctx, body)),
  serve(contract.orderAutomationRules, (ctx, { body }) => orderRules(ctx, body)),
  serve(contract.tryAutomationRule, (ctx, { body }) => tryRule(ctx, body.rule)),
  serve(contract.changeAutomationRule, (ctx, { params, body }) => changeRule(ctx, params.automationRuleId, body)),
  serve(contract.deleteAutomationRule, (ctx, { params }) => deleteRule(ctx, params.automationRuleId)),
  serve(contract.listAutomationRuns, (ctx, { query }) => listRuns(ctx, query)),
];
