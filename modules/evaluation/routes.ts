import { type RegisteredRoute, serve } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { exportFineTuning, exportLines, exportRun, listItems, listRuns, readOneRun, readSetup } from "./results.ts";
import { decideProposals, estimateProposals, listProposals, proposeQuestions } from "./proposals/propose.ts";
import { changeRun, estimateRun, startRun } from "./runs/start-run.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readEvaluation, (ctx) => Promise.resolve(readSetup(ctx))),
  serve(contract.listEvaluationRuns, (ctx, { query }) => listRuns(ctx, query.cursor)),
  serve(contract.estimateEvaluationRun, (ctx, { query }) => estimateRun(ctx, query)),
  serve(contract.startEvaluationRun, (ctx, { body }) => startRun(ctx, body)),
  serve(contract.changeEvaluationRun, (ctx, { params, body }) => changeRun(ctx, params.evaluationRunId, body.state)),
  serve(contract.readEvaluationRun, (ctx, { params }) => readOneRun(ctx, params.evaluationRunId)),
  serve(contract.listEvaluationItems, (ctx, { params, query }) => listItems(ctx, params.evaluationRunId, query)),
  serve(contract.exportEvaluationRun, (ctx, { params }) => exportRun(ctx, params.evaluationRunId)),
  serve(contract.exportEvaluationLines, (ctx, { params }) => exportLines(ctx, params.evaluationRunId)),
  serve(contract.exportFineTuning, (ctx, { params }) => exportFineTuning(ctx, params.evaluationRunId)),
  serve(contract.listQuestionProposals, (ctx, { params, query }) => listProposals(ctx, params.questionSetId, query.cursor)),
  serve(contract.estimateQuestionProposals, (ctx, { params, query }) => estimateProposals(ctx, params.questionSetId, query)),
  serve(contract.proposeQuestions, (ctx, { params, body }) => proposeQuestions(ctx, params.questionSetId, body)),
  serve(contract.decideQuestionProposals, (ctx, { params, body }) => decideProposals(ctx, params.questionSetId, body)),
];
