import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure } from "#modules/contacts";
import { fileStep } from "./erasure.ts";
import { routes } from "./routes.ts";
import { removeUnattachedFiles } from "./remove-unattached.ts";

export const files = defineModule({
  name: "files",
  needs: ["contacts", "projects"],
  routes,
  cron: [{ name: "sweep files", run: removeUnattachedFiles }],
  provides: [provide(contactErasure, fileStep)],
});
