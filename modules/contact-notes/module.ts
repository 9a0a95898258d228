import { defineModule, provide } from "#kernel/module/index.ts";
import { contactMerge, contactErasure } from "#modules/contacts";
import { mergeSteps } from "./merge.ts";
import { deleteWithProject, deletionJob, purgeNotes } from "./delete-with-project.ts";
import { noteStep } from "./erasure.ts";
import { routes } from "./routes.ts";

export const contactNotes = defineModule({
  name: "contact-notes",
  needs: ["accounts", "contacts", "live-updates", "projects"],
  routes,
  jobs: [deletionJob],
  cron: [{ name: "purge deleted notes on contacts", run: purgeNotes }],
  provides: [...mergeSteps.map((step) => provide(contactMerge, step)), provide(contactErasure, noteStep), deleteWithProject],
});
