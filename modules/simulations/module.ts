import { defineModule, provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { writeProjectGone } from "./queries.ts";
import { routes } from "./routes.ts";
import { simulationHandler } from "./runs/play.ts";

export const simulations = defineModule({
  name: "simulations",
  needs: ["accounts", "ai", "assistant", "claim-verification", "evaluation", "projects", "retrieval"],
  routes,
  jobs: [simulationHandler],
  provides: [provide(projectCleanup, { name: "simulations", statements: (projectId, when) => writeProjectGone(projectId, when) })],
});
