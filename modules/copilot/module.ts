import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure } from "#modules/contacts";
import { translationsOfDeletedProject, translationStep } from "./erasure.ts";
import { routes } from "./routes.ts";

export const copilot = defineModule({
  name: "copilot",
  needs: ["ai", "assistant", "claim-verification", "contacts", "conversations", "priority", "projects", "retrieval", "tags"],
  routes,
  provides: [provide(contactErasure, translationStep), translationsOfDeletedProject],
});
