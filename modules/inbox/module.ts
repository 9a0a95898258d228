import { defineModule } from "#kernel/module/index.ts";

/** Screens only: its routes and its data are those of conversations. */
export const inbox = defineModule({ name: "inbox" });
