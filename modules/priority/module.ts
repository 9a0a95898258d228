import { serve } from "#kernel/http/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { eventKinds, rowFields, viewConditions } from "#modules/conversations";
import * as contract from "./contract.ts";
import { bulkActions } from "#modules/bulk-actions";
import { bulkPriority, priorityCondition, priorityField, priorityKind, setPriority } from "./set-priority.ts";

export const priority = defineModule({
  name: "priority",
  needs: ["bulk-actions", "conversations"],
  routes: [serve(contract.setPriority, (ctx, { params, body }) => setPriority(ctx, params.conversationId, body))],
  provides: [
    provide(eventKinds, priorityKind),
    provide(rowFields, priorityField),
    provide(viewConditions, priorityCondition),
    provide(bulkActions, bulkPriority),
  ],
});
