import { defineModule, provide } from "#kernel/module/index.ts";
import { accountMailTemplates } from "./extension.ts";
import { accountMails } from "./account-mails.ts";
import { writeSweepSessions } from "./queries.ts";
import { routes } from "./routes.ts";
import { accountAuthenticator } from "./session.ts";
import { writeSweepTokens } from "./token-queries.ts";

export const accounts = defineModule({
  name: "accounts",
  routes,
  authenticators: [accountAuthenticator],
  cron: [
    {
      name: "sweep sessions and tokens",
      run: async (ctx) => void (await ctx.db.commit([writeSweepSessions(ctx.clock.now()), writeSweepTokens(ctx.clock.now())])),
    },
  ],
  provides: accountMails.map((kind) => provide(accountMailTemplates, kind)),
});
