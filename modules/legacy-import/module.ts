import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure, contactMerge } from "#modules/contacts";
import { deleteWithProject, deletionJob } from "./delete-with-project.ts";
import { holdStep, mergeSteps, summaryStep } from "./erasure.ts";
import { routes } from "./routes.ts";

export const legacyImport = defineModule({
  name: "legacy-import",
  needs: ["accounts", "contacts", "projects"],
  routes,
  jobs: [deletionJob],
  provides: [
    provide(contactErasure, summaryStep),
    provide(contactErasure, holdStep),
    ...mergeSteps.map((step) => provide(contactMerge, step)),
    deleteWithProject,
  ],
});
