import { serve } from "#kernel/http/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { bulkActions } from "#modules/bulk-actions";
import { projectCleanup, teamChange } from "#modules/projects";
import * as contract from "./contract.ts";
import { handoverAction } from "./hand-over.ts";
import { writeMemberGone, writeProjectGone } from "./queries.ts";
import { readAll, setAvailability } from "./set-availability.ts";

export const availability = defineModule({
  name: "availability",
  needs: ["bulk-actions", "conversations", "live-updates", "projects", "teams"],
  routes: [
    serve(contract.readAvailability, (ctx) => readAll(ctx)),
    serve(contract.setAvailability, (ctx, { body }) => setAvailability(ctx, body)),
  ],
  provides: [
    provide(bulkActions, handoverAction),
    provide(teamChange, { name: "availability", statements: (projectId, when) => [writeMemberGone(projectId, when)] }),
    provide(projectCleanup, { name: "availability", statements: (projectId, when) => [writeProjectGone(projectId, when)] }),
  ],
});
