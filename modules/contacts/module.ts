import { defineModule, provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { contactStep } from "./erasure.ts";
import { contactErasure } from "./extension.ts";
import { foldNames } from "./fold-names.ts";
import { writeEndAllVisitorSessions, writeDeleteExpiredVisitorSessions } from "./queries.ts";
import { routes } from "./routes.ts";

export const contacts = defineModule({
  name: "contacts",
  needs: ["projects"],
  routes,
  cron: [
    {
      name: "sweep visitor sessions",
      run: async (ctx) => void (await ctx.db.commit([writeDeleteExpiredVisitorSessions(ctx.clock.now())])),
    },
    { name: "fold names of contacts", run: foldNames },
  ],
  provides: [
    provide(contactErasure, contactStep),
    provide(projectCleanup, { name: "visitor sessions", statements: (projectId, when) => [writeEndAllVisitorSessions(projectId, when)] }),
  ],
});
