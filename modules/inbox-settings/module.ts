import { defineModule } from "#kernel/module/index.ts";

/** Screens only. */
export const inboxSettings = defineModule({ name: "inbox-settings" });
