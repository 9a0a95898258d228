import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure } from "#modules/contacts";
import { contactOfConversation } from "#modules/files";
import { contactOfMessage } from "#modules/knowledge-sources";
import { authority } from "./authority.ts";
import { conversationStep, messageStep } from "./erasure.ts";
import { endSnoozes, tellHeads } from "./cron.ts";
import { contactOf, contactOfKept } from "./queries.ts";
import { routes } from "./routes.ts";

export { ConversationCoordinator } from "./live/coordinator.ts";

export const conversations = defineModule({
  name: "conversations",
  needs: ["accounts", "contacts", "files", "knowledge-sources", "projects"],
  routes,
  cron: [
    { name: "end snoozes", run: endSnoozes },
    { name: "tell heads", run: tellHeads },
  ],
  provides: [
    ...authority,
    provide(contactErasure, messageStep),
    provide(contactErasure, conversationStep),
    provide(contactOfConversation, contactOf),
    provide(contactOfMessage, contactOfKept),
  ],
});
