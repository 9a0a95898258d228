import { type RegisteredRoute, serve } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { changeRun, estimateRun, listItems, listRuns, readOneRun, startRun } from "./runs/start-run.ts";
import { archiveScenario, changeScenario, createScenario, listScenarios } from "./scenarios/change-scenarios.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listScenarios, (ctx, { query }) => listScenarios(ctx, query.cursor)),
  serve(contract.createScenario, (ctx, { body }) => createScenario(ctx, body)),
  serve(contract.changeScenario, (ctx, { params, body }) => changeScenario(ctx, params.scenarioId, body)),
  serve(contract.archiveScenario, (ctx, { params }) => archiveScenario(ctx, params.scenarioId)),
  serve(contract.listSimulationRuns, (ctx, { query }) => listRuns(ctx, query.cursor)),
  serve(contract.estimateSimulationRun, (ctx, { query }) => estimateRun(ctx, query)),
  serve(contract.startSimulationRun, (ctx, { body }) => startRun(ctx, body)),
  serve(contract.changeSimulationRun, (ctx, { params, body }) => changeRun(ctx, params.simulationRunId, body.state)),
  serve(contract.readSimulationRun, (ctx, { params }) => readOneRun(ctx, params.simulationRunId)),
  serve(contract.listSimulationItems, (ctx, { params, query }) => listItems(ctx, params.simulationRunId, query.cursor)),
];
