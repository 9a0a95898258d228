import { defineModule, provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { writeProjectGone } from "./queries.ts";
import { routes } from "./routes.ts";

export const contactAttributes = defineModule({
  name: "contact-attributes",
  needs: ["contacts", "live-updates", "projects"],
  routes,
  provides: [provide(projectCleanup, { name: "contact attributes", statements: (projectId, when) => [writeProjectGone(projectId, when)] })],
});
