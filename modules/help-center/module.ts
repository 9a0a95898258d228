import { defineModule } from "#kernel/module/index.ts";
import {
  authorRenamed,
  memberLeft,
  closeWithProject,
  removePagesWithProject,
  publicProfileChanged,
  removeAbandonedRuns,
} from "./pages/follow-changes.ts";
import { render } from "./pages/render.ts";
import { routes } from "./routes.ts";

export const helpCenter = defineModule({
  name: "help-center",
  needs: ["accounts", "articles", "email", "help-insights", "projects", "retrieval"],
  routes,
  jobs: [render],
  cron: [{ name: "sweep runs of pages", run: removeAbandonedRuns }],
  provides: [closeWithProject, removePagesWithProject, publicProfileChanged, memberLeft, authorRenamed],
});
