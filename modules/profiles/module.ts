import { defineModule, provide } from "#kernel/module/index.ts";
import { contactMerge, contactErasure } from "#modules/contacts";
import { mergeSteps } from "./merge.ts";
import { contactStep } from "./erasure.ts";
import { routes } from "./routes.ts";
import { messageListener, runJob } from "./runs/automatic-runs.ts";
import { deleteWithProject, deletionJob } from "./settings/delete-profiles.ts";

export const profiles = defineModule({
  name: "profiles",
  needs: ["accounts", "ai", "contacts", "conversations", "projects", "retrieval"],
  routes,
  jobs: [runJob, deletionJob],
  listens: [messageListener],
  provides: [...mergeSteps.map((step) => provide(contactMerge, step)), provide(contactErasure, contactStep), deleteWithProject],
});
