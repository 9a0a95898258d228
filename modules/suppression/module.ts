import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure } from "#modules/contacts";
import { addressReturned } from "#modules/email";
import { deleteWithProject, deletionJob } from "./delete-with-project.ts";
import { suppressionStep } from "./erasure.ts";
import { learnReturned } from "./returned-mail.ts";
import { routes } from "./routes.ts";

export const suppression = defineModule({
  name: "suppression",
  needs: ["accounts", "contacts", "email", "projects"],
  routes,
  jobs: [deletionJob],
  provides: [provide(addressReturned, learnReturned), provide(contactErasure, suppressionStep), deleteWithProject],
});
