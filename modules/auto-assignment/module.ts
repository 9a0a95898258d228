import type { AutoAssignmentPrincipal } from "#kernel/auth/index.ts";
import { serve } from "#kernel/http/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { becameAvailable } from "#modules/availability";
import { hoursChanged } from "#modules/business-hours";
import { afterEvents, authorKinds, defineAuthor, eventWrites } from "#modules/conversations";
import { AUTO_ASSIGNMENT } from "#modules/conversations/contract";
import { memberJoined, projectCleanup, projectIsLive } from "#modules/projects";
import { teamMembersSet } from "#modules/teams";
import { changePool, showPools } from "./change-pool.ts";
import * as contract from "./contract.ts";
import { writeProjectGone } from "./queries.ts";
import { assignAfterEvents, assignAfterHours, lookHandler, waitingWrites, whenMembersLeave, whenMoreTakePart } from "./wake.ts";

const author = defineAuthor<AutoAssignmentPrincipal>({
  kind: "auto_assignment",
  role: "system",
  scope: () => AUTO_ASSIGNMENT,
  actorId: () => AUTO_ASSIGNMENT,
  mayWrite: ({ projectId }) => projectIsLive(projectId),
});

export const autoAssignment = defineModule({
  name: "auto-assignment",
  needs: ["assistant", "availability", "business-hours", "contacts", "conversations", "projects", "teams"],
  routes: [
    serve(contract.readAutoAssignment, (ctx) => showPools(ctx)),
    serve(contract.changeAutoAssignment, (ctx, { body }) => changePool(ctx, body)),
  ],
  jobs: [lookHandler],
  provides: [
    provide(authorKinds, author),
    provide(eventWrites, waitingWrites),
    provide(afterEvents, assignAfterEvents),
    provide(hoursChanged, assignAfterHours),
    provide(becameAvailable, whenMoreTakePart),
    provide(memberJoined, whenMoreTakePart),
    provide(teamMembersSet, whenMoreTakePart),
    ...whenMembersLeave,
    provide(projectCleanup, { name: "auto-assignment", statements: (projectId, when) => writeProjectGone(projectId, when) }),
  ],
});
