import { defineModule, provide } from "#kernel/module/index.ts";
import { assistantTouched } from "#modules/assistant";
import { contactMerge, contactErasure } from "#modules/contacts";
import { projectCleanup } from "#modules/projects";
import { mergeSteps } from "./merge.ts";
import { flagStep } from "./erasure.ts";
import { closedListener, forgetOld, messageListener, settleDue, settleHandler } from "./outcome/settle.ts";
import { writeProjectGone, writeTouched } from "./queries.ts";
import { routes } from "./routes.ts";

export const assistantOutcomes = defineModule({
  name: "assistant-outcomes",
  needs: ["accounts", "assistant", "contacts", "conversations", "projects"],
  routes,
  jobs: [settleHandler],
  listens: [messageListener, closedListener],
  cron: [
    { name: "look how conversations of the assistant ended", run: settleDue },
    { name: "forget old outcomes", run: forgetOld },
  ],
  provides: [
    ...mergeSteps.map((step) => provide(contactMerge, step)),
    provide(assistantTouched, (place, now, when) => [writeTouched(place, now, when)]),
    provide(contactErasure, flagStep),
    provide(projectCleanup, { name: "assistant-outcomes", statements: (projectId, when) => writeProjectGone(projectId, when) }),
  ],
});
