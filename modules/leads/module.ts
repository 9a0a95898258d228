import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure, contactMerge } from "#modules/contacts";
import { deleteWithProject, deletionJob, purgeLeads } from "./delete-with-project.ts";
import { leadStep } from "./erasure.ts";
import { mergeSteps } from "./merge.ts";
import { routes } from "./routes.ts";

export const leads = defineModule({
  name: "leads",
  needs: ["accounts", "contacts", "projects", "suppression"],
  routes,
  jobs: [deletionJob],
  cron: [{ name: "purge deleted leads", run: purgeLeads }],
  provides: [...mergeSteps.map((step) => provide(contactMerge, step)), provide(contactErasure, leadStep), deleteWithProject],
});
