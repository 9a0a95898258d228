import { serve } from "#kernel/http/index.ts";
import { defineModule } from "#kernel/module/index.ts";
import * as contract from "./contract.ts";
import { mergeConversation } from "./merge-conversation.ts";
import { previewMerge, readMerge } from "./read-merge.ts";
import { undoMerge } from "./undo-merge.ts";

export const conversationMerge = defineModule({
  name: "conversation-merge",
  needs: ["contacts", "conversations", "followers", "undo-send"],
  routes: [
    serve(contract.previewMerge, (ctx, { params, query }) => previewMerge(ctx, params.conversationId, query.into)),
    serve(contract.readMerge, (ctx, { params }) => readMerge(ctx, params.conversationId)),
    serve(contract.mergeConversation, (ctx, { params, body }) => mergeConversation(ctx, params.conversationId, body)),
    serve(contract.undoMerge, (ctx, { params, body }) => undoMerge(ctx, params.conversationId, body)),
  ],
});
