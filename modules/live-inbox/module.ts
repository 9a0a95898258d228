import { defineModule } from "#kernel/module/index.ts";

/** What screens hold; its routes and data belong to conversations. */
export const liveInbox = defineModule({ name: "live-inbox" });
