import { defineModule, provide } from "#kernel/module/index.ts";
import { contactMerge, contactErasure } from "#modules/contacts";
import { mergeSteps } from "./merge.ts";
import { fileStep } from "./erasure.ts";
import { routes } from "./routes.ts";
import { removeUnattachedFiles } from "./remove-unattached.ts";

export const files = defineModule({
  name: "files",
  needs: ["contacts", "projects"],
  routes,
  cron: [{ name: "sweep files", run: removeUnattachedFiles }],
  provides: [...mergeSteps.map((step) => provide(contactMerge, step)), provide(contactErasure, fileStep)],
});
