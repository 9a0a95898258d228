import { defineModule } from "#kernel/module/index.ts";
import { writeSweepSessions } from "./queries.ts";
import { routes } from "./routes.ts";
import { accountAuthenticator } from "./session.ts";

export const accounts = defineModule({
  name: "accounts",
  routes,
  authenticators: [accountAuthenticator],
  everyMinute: [{ name: "sweep sessions", run: async (ctx) => void (await ctx.db.commit([writeSweepSessions(ctx.clock.now())])) }],
});
