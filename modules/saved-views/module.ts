import { defineModule, provide } from "#kernel/module/index.ts";
import { otherViews } from "#modules/conversations";
import { cleanUp, cleanups } from "./cleanup.ts";
import { fillHandler } from "./fill-index.ts";
import { openView } from "./open-view.ts";
import { routes } from "./routes.ts";

export const savedViews = defineModule({
  name: "saved-views",
  needs: ["conversations", "projects"],
  routes,
  jobs: [fillHandler],
  cron: [{ name: "keep saved views", run: cleanUp }],
  provides: [provide(otherViews, openView), ...cleanups],
});
