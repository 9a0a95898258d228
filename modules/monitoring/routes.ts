import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { listDryRuns, readDryRun } from "./dry-run/read-dry-run.ts";
import { estimateDryRun, startDryRun } from "./dry-run/start-dry-run.ts";
import { steerDryRun } from "./dry-run/steer-dry-run.ts";
import { rateMatch } from "./log/rate-match.ts";
import { readLogPage, readMatches, readOne } from "./log/read-log.ts";
import { resolveMatch } from "./log/resolve-match.ts";
import { readState } from "./read-state.ts";
import { changeRule, createRule, deleteRule } from "./save-rule.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listMonitoringRules, (ctx) => readState(ctx)),
  serve(contract.createMonitoringRule, (ctx, { body }) => createRule(ctx, body)),
  serve(contract.changeMonitoringRule, (ctx, { params, body }) => changeRule(ctx, params.ruleId, body)),
  serve(contract.deleteMonitoringRule, (ctx, { params }) => deleteRule(ctx, params.ruleId)),
  serve(contract.listMonitoringLog, (ctx, { query }) => readLogPage(ctx, query)),
  serve(contract.readMonitoringEntry, (ctx, { params }) => readOne(ctx, params.entryId)),
  serve(contract.listConversationMatches, (ctx, { params }) => readMatches(ctx, params.conversationId)),
  serve(contract.rateMatch, (ctx, { params, body }) => rateMatch(ctx, params.entryId, body.verdict)),
  serve(contract.resolveMatch, (ctx, { params, body }) => resolveMatch(ctx, params.entryId, body)),
  serve(contract.estimateDryRun, (ctx, { body }) => estimateDryRun(ctx, body)),
  serve(contract.startDryRun, (ctx, { body }) => startDryRun(ctx, body)),
  serve(contract.listDryRuns, (ctx) => listDryRuns(ctx)),
  serve(contract.readDryRun, (ctx, { params }) => readDryRun(ctx, params.runId)),
  serve(contract.steerDryRun, (ctx, { params, body }) => steerDryRun(ctx, params.runId, body.state)),
];
