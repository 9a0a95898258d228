import { defineModule, provide } from "#kernel/module/index.ts";
import { assistantTools, isEnabled } from "#modules/assistant";
import { contactMerge, contactErasure } from "#modules/contacts";
import { projectCleanup } from "#modules/projects";
import { widgetParts } from "#modules/widget";
import { mergeSteps } from "./merge.ts";
import { endLostRuns, removeOldRuns } from "./cron.ts";
import { requestsErasure, runsErasure } from "./erasure.ts";
import { writeProjectGone } from "./queries.ts";
import { routes } from "./routes.ts";
import { offerActions } from "./tools.ts";

export const assistantActions = defineModule({
  name: "assistant-actions",
  needs: ["address-verification", "assistant", "contacts", "conversations", "email", "projects", "widget"],
  routes,
  cron: [
    { name: "end lost runs of actions", run: endLostRuns },
    { name: "remove old runs of actions", run: removeOldRuns },
  ],
  provides: [
    ...mergeSteps.map((step) => provide(contactMerge, step)),
    provide(widgetParts, { name: "assistant-actions", isUsed: isEnabled }),
    provide(assistantTools, offerActions),
    provide(contactErasure, requestsErasure),
    provide(contactErasure, runsErasure),
    provide(projectCleanup, { name: "assistant actions", statements: (projectId, when) => writeProjectGone(projectId, when) }),
  ],
});
