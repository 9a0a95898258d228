import { defineModule } from "#kernel/module/index.ts";
import { cleanup, removeDeleted } from "./cleanup.ts";
import { routes } from "./routes.ts";

export const cannedReplies = defineModule({
  name: "canned-replies",
  needs: ["contacts", "conversations", "files", "projects"],
  routes,
  cron: [{ name: "sweep canned replies", run: removeDeleted }],
  provides: cleanup,
});
