import { days } from "#kernel/clock/index.ts";
import { ownOrigin, serve } from "#kernel/http/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { projectCleanup, teamChange } from "#modules/projects";
import * as contract from "./contract.ts";
import { createGrant, grantsOf, revokeGrant } from "./manage-grants.ts";
import { openPreview } from "./open-preview.ts";
import { answerPreview } from "./proxy/answer.ts";
import { writeMemberGone, writeOldGone, writeProjectGone } from "./queries.ts";

/** So long after its end a grant is still listed. */
const KEPT = days(30);
/** So long after its end a session is still known, so that a tab that is left open says why it shows nothing. */
const SESSION_KEPT = days(1);
const REMOVED_AT_ONCE = 200;

export const websitePreview = defineModule({
  name: "website-preview",
  needs: ["accounts", "help-center", "projects", "widget"],
  routes: [
    serve(contract.listPreviewGrants, grantsOf),
    serve(contract.createPreviewGrant, (ctx, { body }) => createGrant(ctx, body)),
    serve(contract.revokePreviewGrant, (ctx, { params }) => revokeGrant(ctx, params.previewGrantId)),
    serve(contract.openPreview, (ctx, { params }) => openPreview(ctx, params.previewGrantId)),
  ],
  cron: [
    {
      name: "remove old website previews",
      async run({ db, clock }) {
        await db.commit(writeOldGone(clock.now() - SESSION_KEPT, clock.now() - KEPT, REMOVED_AT_ONCE));
      },
    },
  ],
  provides: [
    provide(teamChange, { name: "website preview", statements: (projectId, when) => writeMemberGone(projectId, when) }),
    provide(projectCleanup, { name: "website preview", statements: (projectId, when) => writeProjectGone(projectId, when) }),
    provide(ownOrigin, {
      name: "websitePreview",
      originOf: ({ previewOrigin }) => previewOrigin,
      handle: answerPreview,
    }),
  ],
});
