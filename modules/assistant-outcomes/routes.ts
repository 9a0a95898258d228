import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { flagAnswer, listFeedback } from "./feedback/flag-answer.ts";
import { rateAnswer } from "./feedback/rate-answer.ts";
import { listOutcomes, readReport } from "./report/read-report.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readAssistantReport, (ctx, { query }) => readReport(ctx, query.days)),
  serve(contract.listOutcomes, (ctx, { query }) => listOutcomes(ctx, query)),
  serve(contract.rateOwnAnswer, (ctx, { params, body }) => rateAnswer(ctx, params.conversationId, params.answerId, body.rating)),
  serve(contract.listFeedback, (ctx, { params }) => listFeedback(ctx, params.conversationId)),
  serve(contract.flagAnswer, (ctx, { params, body }) => flagAnswer(ctx, params.conversationId, params.answerId, body.flag)),
];
