import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure, contactMerge } from "#modules/contacts";
import { deleteWithProject, deletionJob } from "./delete-with-project.ts";
import { mergeSteps, rowStep } from "./erasure.ts";
import { routes } from "./routes.ts";
import { importJobHandler, resumeDeskImports } from "./run-import.ts";

export const deskImport = defineModule({
  name: "desk-import",
  needs: [
    "accounts",
    "projects",
    "contacts",
    "files",
    "conversations",
    "saved-views",
    "contact-attributes",
    "tags",
    "canned-replies",
    "help-import",
  ],
  routes,
  jobs: [importJobHandler, deletionJob],
  cron: [{ name: "go on with desk imports", run: resumeDeskImports }],
  provides: [provide(contactErasure, rowStep), ...mergeSteps.map((step) => provide(contactMerge, step)), deleteWithProject],
});
