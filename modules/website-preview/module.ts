import { days, minutes } from "#kernel/clock/index.ts";
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
/** The minute of the hour in which the schedule looks: each statement of every minute counts, and what has ended shows nothing anyway. */
const REMOVES_AT = 1;

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
        const now = clock.now();
        if (Math.floor(now / minutes(1)) % 60 !== REMOVES_AT) return;
        await db.commit(writeOldGone(now - SESSION_KEPT, now - KEPT, REMOVED_AT_ONCE));
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
