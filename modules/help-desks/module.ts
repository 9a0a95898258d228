import { defineModule } from "#kernel/module/index.ts";

export const helpDesks = defineModule({ name: "help-desks", needs: ["desk-exports", "help-import"] });
