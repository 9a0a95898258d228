import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { listVersions, readAssistant, saveAssistant } from "./guidance/save-guidance.ts";
import { askPlayground } from "./playground/ask-playground.ts";
import { askForPerson, readOwnAssistant, stopOwnRound, stopRound, takeOver } from "./rounds/change-hands.ts";
import { listRounds, readRound } from "./rounds/read-rounds.ts";
import { requestAiReply, requestOwnAiReply } from "./rounds/request-reply.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.askPlayground, (ctx, { body }) => askPlayground(ctx, body)),
  serve(contract.readAssistant, (ctx) => readAssistant(ctx)),
  serve(contract.saveAssistant, (ctx, { body }) => saveAssistant(ctx, body)),
  serve(contract.listGuidanceVersions, (ctx) => listVersions(ctx)),
  serve(contract.requestAiReply, (ctx, { params, body }) => requestAiReply(ctx, params.conversationId, body)),
  serve(contract.takeOver, (ctx, { params, body }) => takeOver(ctx, params.conversationId, body.clientId)),
  serve(contract.stopRound, (ctx, { params }) => stopRound(ctx, params.conversationId)),
  serve(contract.listRounds, (ctx, { params }) => listRounds(ctx, params.conversationId)),
  serve(contract.readRound, (ctx, { params }) => readRound(ctx, params.roundId)),
  serve(contract.requestOwnAiReply, (ctx, { params, body }) => requestOwnAiReply(ctx, params.conversationId, body.clientId)),
  serve(contract.askForPerson, (ctx, { params, body }) => askForPerson(ctx, params.conversationId, body.clientId)),
  serve(contract.stopOwnRound, (ctx, { params }) => stopOwnRound(ctx, params.conversationId)),
  serve(contract.readOwnAssistant, (ctx, { params }) => readOwnAssistant(ctx, params.conversationId)),
];
