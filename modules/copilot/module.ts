import { defineModule, provide } from "#kernel/module/index.ts";
import { contactMerge, contactErasure } from "#modules/contacts";
import { mergeSteps } from "./merge.ts";
import { translationsOfDeletedProject, translationStep } from "./erasure.ts";
import { routes } from "./routes.ts";

export const copilot = defineModule({
  name: "copilot",
  needs: ["ai", "assistant", "claim-verification", "contacts", "conversations", "priority", "projects", "retrieval", "tags"],
  routes,
  provides: [
    ...mergeSteps.map((step) => provide(contactMerge, step)),
    provide(contactErasure, translationStep),
    translationsOfDeletedProject,
  ],
});
