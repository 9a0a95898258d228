import { serve } from "#kernel/http/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { changeHours, showHours } from "./change-hours.ts";
import * as contract from "./contract.ts";
import { writeProjectGone } from "./queries.ts";

export const businessHours = defineModule({
  name: "business-hours",
  needs: ["projects"],
  routes: [
    serve(contract.readBusinessHours, (ctx) => showHours(ctx)),
    serve(contract.changeBusinessHours, (ctx, { body }) => changeHours(ctx, body)),
  ],
  provides: [provide(projectCleanup, { name: "business hours", statements: (projectId, when) => [writeProjectGone(projectId, when)] })],
});
