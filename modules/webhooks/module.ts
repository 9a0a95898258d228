import { defineModule, provide } from "#kernel/module/index.ts";
import { afterEvents } from "#modules/conversations";
import { projectCleanup } from "#modules/projects";
import { writeProjectGone } from "./queries.ts";
import { routes } from "./routes.ts";
import { sendJob, sendSoon, wakeBehind } from "./send-deliveries.ts";

export const webhooks = defineModule({
  name: "webhooks",
  needs: ["conversations", "projects"],
  routes,
  jobs: [sendJob],
  cron: [{ name: "webhooks", run: wakeBehind }],
  provides: [
    provide(afterEvents, sendSoon),
    provide(projectCleanup, { name: "webhooks", statements: (projectId, when) => writeProjectGone(projectId, when) }),
  ],
});
