import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure } from "#modules/contacts";
import { deleteWithProject, deletionJob } from "./delete-with-project.ts";
import { suppressionStep } from "./erasure.ts";
import { routes } from "./routes.ts";

export const suppression = defineModule({
  name: "suppression",
  needs: ["accounts", "contacts", "email", "projects"],
  routes,
  jobs: [deletionJob],
  provides: [provide(contactErasure, suppressionStep), deleteWithProject],
});
