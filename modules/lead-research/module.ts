import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure } from "#modules/contacts";
import { leadRemoval } from "#modules/leads";
import { projectCleanup } from "#modules/projects";
import { researchStep } from "./erasure.ts";
import { writeCriteriaGone, writeGone } from "./queries.ts";
import { routes } from "./routes.ts";
import { researchHandler } from "./runs/run-research.ts";

export const leadResearch = defineModule({
  name: "lead-research",
  needs: ["accounts", "ai", "contacts", "knowledge-sources", "leads", "profiles", "projects"],
  routes,
  jobs: [researchHandler],
  provides: [
    provide(contactErasure, researchStep),
    provide(leadRemoval, writeGone),
    provide(projectCleanup, { name: "lead-research", statements: (projectId, when) => [writeCriteriaGone(projectId, when)] }),
  ],
});
