import { defineModule } from "#kernel/module/index.ts";

/** Screens only; its routes and data belong to conversations. */
export const inbox = defineModule({ name: "inbox" });
