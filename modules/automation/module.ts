import type { AutomationPrincipal } from "#kernel/auth/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { afterEvents, authorKinds, defineAuthor } from "#modules/conversations";
import { projectIsLive } from "#modules/projects";
import { deliverySubjects } from "#modules/webhooks";
import { runSubjects } from "./actions/call-webhook.ts";
import { deleteWithProject, forgetRuns } from "./cleanup.ts";
import { nearHandler, nearTargets } from "./engine/near-targets.ts";
import { runJob, runSoon, waitingHandler, wakeBehind } from "./engine/run-rules.ts";
import { routes } from "./routes.ts";

/** The author of what rules change: the rule. */
const author = defineAuthor<AutomationPrincipal>({
  kind: "automation",
  role: "system",
  scope: ({ ruleId }) => `automation:${ruleId}`,
  actorId: ({ ruleId }) => ruleId,
  mayWrite: ({ projectId }) => projectIsLive(projectId),
});

export const automation = defineModule({
  name: "automation",
  needs: [
    "assistant",
    "bulk-actions",
    "canned-replies",
    "contact-attributes",
    "contacts",
    "conversations",
    "live-updates",
    "notifications",
    "projects",
    "response-targets",
    "satisfaction",
    "saved-views",
    "spam",
    "teams",
    "webhooks",
  ],
  routes,
  jobs: [runJob, waitingHandler, nearHandler],
  cron: [
    { name: "automation", run: wakeBehind },
    { name: "forget automation runs", run: forgetRuns },
  ],
  provides: [
    provide(authorKinds, author),
    provide(afterEvents, runSoon),
    provide(deliverySubjects, runSubjects),
    nearTargets,
    deleteWithProject,
  ],
});
