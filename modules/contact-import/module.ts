import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure, contactMerge } from "#modules/contacts";
import { mergeSteps, steps } from "./erasure.ts";
import { deleteWithProject, deletionJob, lookAfterImports, removeJobHandler } from "./remove-files.ts";
import { routes } from "./routes.ts";
import { importJobHandler } from "./run-import.ts";

export const contactImport = defineModule({
  name: "contact-import",
  needs: ["accounts", "companies", "contact-attributes", "contact-notes", "contacts", "desk-import", "live-updates", "projects"],
  routes,
  jobs: [importJobHandler, removeJobHandler, deletionJob],
  cron: [{ name: "look after contact imports", run: lookAfterImports }],
  provides: [
    ...steps.map((step) => provide(contactErasure, step)),
    ...mergeSteps.map((step) => provide(contactMerge, step)),
    deleteWithProject,
  ],
});
