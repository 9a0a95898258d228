import { defineModule, provide } from "#kernel/module/index.ts";
import { accountMailTemplates } from "./extension.ts";
import { accountTemplates } from "./mail-templates.ts";
import { writeDeleteExpiredSessions } from "./queries.ts";
import { routes } from "./routes.ts";
import { accountAuthenticator } from "./session.ts";
import { writeDeleteExpiredTokens } from "./token-queries.ts";

export const accounts = defineModule({
  name: "accounts",
  routes,
  authenticators: [accountAuthenticator],
  cron: [
    {
      name: "sweep sessions and tokens",
      run: async (ctx) =>
        void (await ctx.db.commit([writeDeleteExpiredSessions(ctx.clock.now()), writeDeleteExpiredTokens(ctx.clock.now())])),
    },
  ],
  provides: accountTemplates.map((kind) => provide(accountMailTemplates, kind)),
});
