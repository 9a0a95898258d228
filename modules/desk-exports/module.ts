import { defineModule } from "#kernel/module/index.ts";
import { checkJobHandler } from "./check-export.ts";
import { cleanup, removeJobHandler, removeOld } from "./remove-exports.ts";
import { routes } from "./routes.ts";

export const deskExports = defineModule({
  name: "desk-exports",
  needs: ["projects", "contacts", "help-import"],
  routes,
  jobs: [checkJobHandler, removeJobHandler],
  cron: [{ name: "remove old exports of help desks", run: removeOld }],
  provides: cleanup,
});
