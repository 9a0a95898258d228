import { defineModule } from "#kernel/module/index.ts";
import { searchCleanup } from "./cleanup.ts";
import { indexDue } from "./indexing/index-next.ts";
import { routes } from "./routes.ts";

export const conversationSearch = defineModule({
  name: "conversation-search",
  needs: ["accounts", "contacts", "conversations", "projects", "retrieval"],
  routes,
  cron: [{ name: "index conversations", run: indexDue }],
  provides: searchCleanup,
});
