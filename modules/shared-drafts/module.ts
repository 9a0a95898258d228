import type { ConversationId } from "#kernel/ids/index.ts";
import { serve } from "#kernel/http/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { sql } from "#kernel/db/index.ts";
import { isMember, projectCleanup, teamChange } from "#modules/projects";
import * as contract from "./contract.ts";
import { contactErasure, erasureStep } from "#modules/contacts";
import { discardProgramDraft } from "./program-drafts.ts";
import { readProgramDraftsOf, writeErased, writeGone, writeProgramDraftsGone } from "./queries.ts";
import { ownDrafts, sharedDrafts, shareDraft } from "./share-draft.ts";

const programDraftsStep = erasureStep<{ readonly client: string; readonly id: ConversationId }>({
  name: "shared-drafts.programs",
  listKeys: (who, after, limit) => readProgramDraftsOf(who, after?.client ?? "", limit),
  clear: ({ projectId }, keys) => [
    {
      statement: writeErased(
        projectId,
        keys.map(({ id }) => id),
      ),
      report: { kind: "drafts" },
    },
  ],
});

export const sharedDraftsModule = defineModule({
  name: "shared-drafts",
  needs: ["api-tokens", "contacts", "conversations", "live-updates", "projects"],
  routes: [
    serve(contract.listDrafts, (ctx) => ownDrafts(ctx)),
    serve(contract.readSharedDrafts, (ctx, { params }) => sharedDrafts(ctx, params.conversationId)),
    serve(contract.shareDraft, (ctx, { params, body }) => shareDraft(ctx, params.conversationId, body.share)),
    serve(contract.discardProgramDraft, (ctx, { params, body }) =>
      discardProgramDraft(ctx, params.conversationId, params.tokenId, body.discarded),
    ),
  ],
  provides: [
    provide(projectCleanup, {
      name: "shared drafts",
      statements: (projectId, when) => [writeGone(projectId, when), writeProgramDraftsGone(projectId, when)],
    }),
    provide(contactErasure, programDraftsStep),
    provide(teamChange, {
      name: "shared drafts",
      statements: (projectId, when) => [writeGone(projectId, sql`${when} AND NOT ${isMember(projectId, sql`shared_drafts.account_id`)}`)],
    }),
  ],
});
