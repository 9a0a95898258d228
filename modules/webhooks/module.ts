import { defineModule, provide } from "#kernel/module/index.ts";
import { afterEvents } from "#modules/conversations";
import { projectCleanup } from "#modules/projects";
import { contactSubjects } from "./contact-changes.ts";
import { deliverySubjects } from "./extension.ts";
import { writeProjectGone } from "./queries.ts";
import { routes } from "./routes.ts";
import { stoppedNotice } from "./stopped.ts";
import { sendJob, sendSoon, wakeBehind } from "./send-deliveries.ts";

export const webhooks = defineModule({
  name: "webhooks",
  needs: ["contacts", "conversations", "live-updates", "notifications", "projects"],
  routes,
  jobs: [sendJob],
  cron: [{ name: "webhooks", run: wakeBehind }],
  provides: [
    provide(afterEvents, sendSoon),
    stoppedNotice,
    provide(deliverySubjects, contactSubjects),
    provide(projectCleanup, { name: "webhooks", statements: (projectId, when) => writeProjectGone(projectId, when) }),
  ],
});
