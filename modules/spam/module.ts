import { serve } from "#kernel/http/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { eventKinds, moduleViews, rowFields } from "#modules/conversations";
import * as contract from "./contract.ts";
import { bulkActions } from "#modules/bulk-actions";
import { bulkSpam, markNotSpam, markSpam, spamField, spamKind, spamView } from "./mark-spam.ts";

export const spam = defineModule({
  name: "spam",
  needs: ["bulk-actions", "conversations"],
  routes: [
    serve(contract.markSpam, (ctx, { params, body }) => markSpam(ctx, params.conversationId, body)),
    serve(contract.markNotSpam, (ctx, { params, body }) => markNotSpam(ctx, params.conversationId, body)),
  ],
  provides: [provide(eventKinds, spamKind), provide(rowFields, spamField), provide(moduleViews, spamView), provide(bulkActions, bulkSpam)],
});
