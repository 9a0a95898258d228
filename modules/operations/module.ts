import { serve } from "#kernel/http/index.ts";
import { recoverJobs } from "#kernel/jobs/index.ts";
import { writeDeleteExpiredCounters } from "#kernel/limits/index.ts";
import { defineModule } from "#kernel/module/index.ts";
import * as contract from "./contract.ts";
import { health } from "./health.ts";
import { homepage } from "./homepage.ts";

export const operations = defineModule({
  name: "operations",
  needs: ["help-center"],
  routes: [serve(contract.homepage, (ctx) => homepage(ctx)), serve(contract.health, (ctx) => health(ctx))],
  cron: [
    { name: "recover jobs", run: recoverJobs },
    { name: "sweep counters", run: async (ctx) => void (await ctx.db.commit([writeDeleteExpiredCounters(ctx.clock.now(), 500)])) },
  ],
});
