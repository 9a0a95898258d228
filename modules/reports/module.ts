import { defineModule, provide } from "#kernel/module/index.ts";
import { hoursChanged } from "#modules/business-hours";
import { checkHandler, countHandler, lookHourly, recountAfterHours } from "./counting/jobs.ts";
import { deleteWithProject, deletionHandler } from "./delete-with-project.ts";
import { routes } from "./routes.ts";

export const reports = defineModule({
  name: "reports",
  needs: ["assistant", "business-hours", "conversations", "projects", "spam", "tags", "teams"],
  routes,
  jobs: [countHandler, checkHandler, deletionHandler],
  cron: [{ name: "count and check reports", run: lookHourly }],
  provides: [provide(hoursChanged, recountAfterHours), deleteWithProject],
});
