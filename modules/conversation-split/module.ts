import { serve } from "#kernel/http/index.ts";
import { defineModule } from "#kernel/module/index.ts";
import * as contract from "./contract.ts";
import { previewSplit, readSplit } from "./read-split.ts";
import { splitConversation } from "./split-conversation.ts";
import { undoSplit } from "./undo-split.ts";

export const conversationSplit = defineModule({
  name: "conversation-split",
  needs: ["contacts", "conversations", "shared-drafts", "undo-send"],
  routes: [
    serve(contract.previewSplit, (ctx, { params, query }) =>
      previewSplit(ctx, params.conversationId, { messageId: query.messageId, later: query.later === "1" }),
    ),
    serve(contract.readSplit, (ctx, { params }) => readSplit(ctx, params.conversationId)),
    serve(contract.splitConversation, (ctx, { params, body }) => splitConversation(ctx, params.conversationId, body)),
    serve(contract.undoSplit, (ctx, { params, body }) => undoSplit(ctx, params.conversationId, body)),
  ],
});
