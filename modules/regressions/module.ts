import { defineModule, provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { worseNotice } from "./notice.ts";
import { writeProjectGone } from "./queries.ts";
import { routes } from "./routes.ts";
import { regressionCron } from "./start-due.ts";

export const regressions = defineModule({
  name: "regressions",
  needs: ["accounts", "evaluation", "notifications", "projects", "promotion", "question-sets", "retrieval"],
  routes,
  cron: [{ name: "regression runs", run: regressionCron }],
  provides: [
    worseNotice,
    provide(projectCleanup, { name: "regressions", statements: (projectId, when) => writeProjectGone(projectId, when) }),
  ],
});
