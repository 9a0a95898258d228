import { serve } from "#kernel/http/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { sql } from "#kernel/db/index.ts";
import { isMember, projectCleanup, teamChange } from "#modules/projects";
import * as contract from "./contract.ts";
import { writeGone } from "./queries.ts";
import { ownDrafts, sharedDrafts, shareDraft } from "./share-draft.ts";

export const sharedDraftsModule = defineModule({
  name: "shared-drafts",
  needs: ["conversations", "projects"],
  routes: [
    serve(contract.listDrafts, (ctx) => ownDrafts(ctx)),
    serve(contract.readSharedDrafts, (ctx, { params }) => sharedDrafts(ctx, params.conversationId)),
    serve(contract.shareDraft, (ctx, { params, body }) => shareDraft(ctx, params.conversationId, body.share)),
  ],
  provides: [
    provide(projectCleanup, { name: "shared drafts", statements: (projectId, when) => [writeGone(projectId, when)] }),
    provide(teamChange, {
      name: "shared drafts",
      statements: (projectId, when) => [writeGone(projectId, sql`${when} AND NOT ${isMember(projectId, sql`shared_drafts.account_id`)}`)],
    }),
  ],
});
