import { type RegisteredRoute, serve } from "#kernel/http/index.ts";
import { decideDisagreement, listDisagreements, readAgreement } from "./agreement/read-agreement.ts";
import * as contract from "./contract.ts";
import { listJudgements, listJudgings, readOneJudging } from "./judging/read-judgings.ts";
import { changeJudging, estimateJudging, startJudging } from "./judging/start-judging.ts";
import { gradeAnswer, listAnswers, readAnswer } from "./people/grade-answers.ts";
import { finishBlind, gradePair, listBlinds, readOneBlind, readPair, readResults, startBlind } from "./people/grade-blind.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.estimateJudging, (ctx, { params, query }) => estimateJudging(ctx, params.endedRunId, query.model)),
  serve(contract.startJudging, (ctx, { params, body }) => startJudging(ctx, params.endedRunId, body)),
  serve(contract.changeJudging, (ctx, { params, body }) => changeJudging(ctx, params.judgingId, body.state)),
  serve(contract.listJudgings, (ctx, { params, query }) => listJudgings(ctx, params.endedRunId, query.cursor)),
  serve(contract.readJudging, (ctx, { params }) => readOneJudging(ctx, params.judgingId)),
  serve(contract.listJudgements, (ctx, { params, query }) => listJudgements(ctx, params.judgingId, query)),
  serve(contract.startBlindGrading, (ctx, { body }) => startBlind(ctx, body)),
  serve(contract.listBlindGradings, (ctx, { query }) => listBlinds(ctx, query.cursor)),
  serve(contract.readBlindGrading, (ctx, { params }) => readOneBlind(ctx, params.blindGradingId)),
  serve(contract.readBlindPair, (ctx, { params }) => readPair(ctx, params.blindGradingId, params.setQuestionId)),
  serve(contract.gradeBlindPair, (ctx, { params, body }) => gradePair(ctx, params.blindGradingId, params.setQuestionId, body)),
  serve(contract.finishBlindGrading, (ctx, { params }) => finishBlind(ctx, params.blindGradingId)),
  serve(contract.readBlindResults, (ctx, { params }) => readResults(ctx, params.blindGradingId)),
  serve(contract.listAnswersToGrade, (ctx, { params }) => listAnswers(ctx, params.endedRunId)),
  serve(contract.readAnswerToGrade, (ctx, { params }) => readAnswer(ctx, params.endedRunId, params.setQuestionId)),
  serve(contract.gradeAnswer, (ctx, { params, body }) => gradeAnswer(ctx, params.endedRunId, params.setQuestionId, body)),
  serve(contract.readAgreement, (ctx, { params }) => readAgreement(ctx, params.endedRunId)),
  serve(contract.listDisagreements, (ctx, { params, query }) => listDisagreements(ctx, params.endedRunId, query)),
  serve(contract.decideDisagreement, (ctx, { params, body }) => decideDisagreement(ctx, params.endedRunId, params.setQuestionId, body)),
];
