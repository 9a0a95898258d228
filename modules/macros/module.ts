import { defineModule } from "#kernel/module/index.ts";
import { cleanup, removeOld } from "./cleanup.ts";
import { routes } from "./routes.ts";

export const macros = defineModule({
  name: "macros",
  needs: ["bulk-actions", "conversations", "projects"],
  routes,
  cron: [{ name: "forget macros", run: removeOld }],
  provides: cleanup,
});
