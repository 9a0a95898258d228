import { contactMerge } from "#modules/contacts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { otherViews } from "#modules/conversations";
import { mergeSteps } from "./merge.ts";
import { cleanUp, cleanups } from "./cleanup.ts";
import { fillHandler } from "./fill-index.ts";
import { openView } from "./open-view.ts";
import { routes } from "./routes.ts";

export const savedViews = defineModule({
  name: "saved-views",
  needs: ["contacts", "conversations", "projects"],
  routes,
  jobs: [fillHandler],
  cron: [{ name: "keep saved views", run: cleanUp }],
  provides: [...mergeSteps.map((step) => provide(contactMerge, step)), provide(otherViews, openView), ...cleanups],
});
