import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { askConversation } from "./conversation/ask.ts";
import { findSimilar } from "./conversation/find-similar.ts";
import { proposePriority } from "./conversation/propose-priority.ts";
import { proposeTags } from "./conversation/propose-tags.ts";
import { summariseConversation } from "./conversation/summarise.ts";
import { readCopilot } from "./read-copilot.ts";
import { translateMessage } from "./translate/translate-message.ts";
import { draftReply } from "./writing/draft-reply.ts";
import { rewriteText, translateText } from "./writing/rewrite-text.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readCopilot, (ctx) => readCopilot(ctx)),
  serve(contract.draftReply, (ctx, { params, body }) => draftReply(ctx, params.conversationId, body)),
  serve(contract.rewriteText, (ctx, { params, body }) => rewriteText(ctx, params.conversationId, body)),
  serve(contract.translateText, (ctx, { params, body }) => translateText(ctx, params.conversationId, body.text)),
  serve(contract.translateMessage, (ctx, { params, body }) => translateMessage(ctx, params.conversationId, body)),
  serve(contract.summariseConversation, (ctx, { params, body }) => summariseConversation(ctx, params.conversationId, body.locale)),
  serve(contract.askConversation, (ctx, { params, body }) => askConversation(ctx, params.conversationId, body)),
  serve(contract.findSimilar, (ctx, { params, body }) => findSimilar(ctx, params.conversationId, body.cursor)),
  serve(contract.proposePriority, (ctx, { params, body }) => proposePriority(ctx, params.conversationId, body.locale)),
  serve(contract.proposeTags, (ctx, { params, body }) => proposeTags(ctx, params.conversationId, body.locale)),
];
