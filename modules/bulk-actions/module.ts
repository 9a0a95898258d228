import { defineModule, provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { forgetActions } from "./cleanup.ts";
import { assignAction, statusAction } from "./core-actions.ts";
import { bulkActions as actions } from "./extension.ts";
import { writeAllStopped } from "./queries.ts";
import { routes } from "./routes.ts";
import { bulkJob } from "./run-bulk-action.ts";

export const bulkActions = defineModule({
  name: "bulk-actions",
  needs: ["conversations", "projects"],
  routes,
  jobs: [bulkJob],
  cron: [{ name: "bulk actions", run: forgetActions }],
  provides: [
    provide(actions, statusAction),
    provide(actions, assignAction),
    provide(projectCleanup, { name: "bulk actions", statements: (projectId, when, now) => [writeAllStopped(projectId, when, now)] }),
  ],
});
