import { serve } from "#kernel/http/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { hoursChanged } from "#modules/business-hours";
import { afterEvents, authorKinds, eventKinds, eventWrites, rowFields, viewConditions } from "#modules/conversations";
import { changePolicies, showPolicies, showTargets } from "./change-policies.ts";
import { clockWrites } from "./clock-writes.ts";
import * as contract from "./contract.ts";
import { deleteWithProject, deletionHandler } from "./delete-with-project.ts";
import { findDue } from "./find-due.ts";
import { missedKind, scheduleAuthor, targetCondition, targetField } from "./kinds.ts";
import { recountAfterHours, recountHandler } from "./recount.ts";
import { settleAfterEvents } from "./settle.ts";

export const responseTargets = defineModule({
  name: "response-targets",
  needs: ["business-hours", "conversations", "live-updates", "notifications", "priority", "projects", "tags", "teams"],
  routes: [
    serve(contract.readResponsePolicies, (ctx) => showPolicies(ctx)),
    serve(contract.changeResponsePolicies, (ctx, { body }) => changePolicies(ctx, body)),
    serve(contract.readConversationTargets, (ctx, { params }) => showTargets(ctx, params.conversationId)),
  ],
  jobs: [recountHandler, deletionHandler],
  cron: [{ name: "response targets", run: findDue }],
  provides: [
    provide(eventKinds, missedKind),
    provide(authorKinds, scheduleAuthor),
    provide(rowFields, targetField),
    provide(viewConditions, targetCondition),
    provide(eventWrites, clockWrites),
    provide(afterEvents, settleAfterEvents),
    provide(hoursChanged, recountAfterHours),
    deleteWithProject,
  ],
});
