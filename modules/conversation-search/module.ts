import { contactMerge } from "#modules/contacts";
import { provide, defineModule } from "#kernel/module/index.ts";
import { mergeSteps } from "./merge.ts";
import { searchCleanup } from "./cleanup.ts";
import { indexDue } from "./indexing/index-next.ts";
import { routes } from "./routes.ts";

export const conversationSearch = defineModule({
  name: "conversation-search",
  needs: ["accounts", "contacts", "conversations", "projects", "retrieval"],
  routes,
  cron: [{ name: "index conversations", run: indexDue }],
  provides: [...mergeSteps.map((step) => provide(contactMerge, step)), ...searchCleanup],
});
