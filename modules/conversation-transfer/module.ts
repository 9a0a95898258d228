import { serve } from "#kernel/http/index.ts";
import { defineModule } from "#kernel/module/index.ts";
import * as contract from "./contract.ts";
import { moveConversation } from "./move-conversation.ts";
import { previewMove, readMove } from "./read-move.ts";
import { undoMove } from "./undo-move.ts";

export const conversationTransfer = defineModule({
  name: "conversation-transfer",
  needs: ["contacts", "conversations", "projects", "undo-send"],
  routes: [
    serve(contract.previewMove, (ctx, { params, query }) => previewMove(ctx, params.conversationId, query.contactId)),
    serve(contract.readMove, (ctx, { params }) => readMove(ctx, params.conversationId)),
    serve(contract.moveConversation, (ctx, { params, body }) => moveConversation(ctx, params.conversationId, body)),
    serve(contract.undoMove, (ctx, { params, body }) => undoMove(ctx, params.conversationId, body)),
  ],
});
