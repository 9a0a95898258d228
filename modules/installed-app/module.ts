import { defineModule } from "#kernel/module/index.ts";

/** What a browser keeps of the dashboard, and installing it; its data belong to other modules. */
export const installedApp = defineModule({ name: "installed-app" });
