import { defineModule, provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { endLostCalls, forgetOldUsage } from "./calls/end-lost-calls.ts";
import { writeProjectGone } from "./queries.ts";
import { routes } from "./routes.ts";

export const ai = defineModule({
  name: "ai",
  needs: ["projects"],
  routes,
  cron: [
    { name: "end lost calls of models", run: endLostCalls },
    { name: "forget old usage of models", run: forgetOldUsage },
  ],
  provides: [provide(projectCleanup, { name: "models", statements: (projectId, when) => writeProjectGone(projectId, when) })],
});
