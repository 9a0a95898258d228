import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { deleteReply, restoreReply } from "./delete-reply.ts";
import { listReplies } from "./list-replies.ts";
import { changeReply, createReply, uploadForReply } from "./save-reply.ts";
import { useReply } from "./use-reply.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listCannedReplies, (ctx) => listReplies(ctx)),
  serve(contract.createCannedReply, (ctx, { body }) => createReply(ctx, body)),
  serve(contract.uploadForCannedReply, (ctx, { query }) => uploadForReply(ctx, query)),
  serve(contract.changeCannedReply, (ctx, { params, body }) => changeReply(ctx, params.replyId, body)),
  serve(contract.deleteCannedReply, (ctx, { params }) => deleteReply(ctx, params.replyId)),
  serve(contract.restoreCannedReply, (ctx, { params }) => restoreReply(ctx, params.replyId)),
  serve(contract.useCannedReply, (ctx, { params, body }) => useReply(ctx, params.conversationId, params.replyId, body.clientId)),
];
