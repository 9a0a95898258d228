import { defineModule, provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { writeProjectGone } from "./queries.ts";
import { routes } from "./routes.ts";
import { rolloutSides } from "./sides.ts";

export const promotion = defineModule({
  name: "promotion",
  needs: ["accounts", "ai", "assistant", "evaluation", "projects"],
  routes,
  provides: [
    rolloutSides,
    provide(projectCleanup, { name: "promotion", statements: (projectId, when) => writeProjectGone(projectId, when) }),
  ],
});
