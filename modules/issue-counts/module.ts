import { serve } from "#kernel/http/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { connectedAgain } from "#modules/code-hosting";
import { projectCleanup } from "#modules/projects";
import { changeIssueCounts, issueCountsOf } from "./change-counts.ts";
import * as contract from "./contract.ts";
import { keepCounts, walkCounts } from "./keep-counts.ts";
import { writeCountsDue, writeCountsGone } from "./queries.ts";

export const issueCounts = defineModule({
  name: "issue-counts",
  needs: ["code-hosting", "projects"],
  routes: [
    serve(contract.readIssueCounts, issueCountsOf),
    serve(contract.changeIssueCounts, (ctx, { body }) => changeIssueCounts(ctx, body)),
  ],
  cron: [
    { name: "mark the counts of issues", run: walkCounts },
    { name: "keep the counts of issues", run: keepCounts },
  ],
  provides: [provide(connectedAgain, writeCountsDue), provide(projectCleanup, { name: "issue counts", statements: writeCountsGone })],
});
