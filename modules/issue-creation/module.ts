import { serve } from "#kernel/http/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { connectedAgain } from "#modules/code-hosting";
import { contactErasure, erasureStep } from "#modules/contacts";
import { projectCleanup } from "#modules/projects";
import * as contract from "./contract.ts";
import { createIssue, settleCreations } from "./create-issue.ts";
import { discardIssueDraft, issueDraftOf, previewIssue, saveIssueDraft } from "./draft-issue.ts";
import { issueChoices } from "./issue-choices.ts";
import { readWrittenOf, writeCreationsDue, writeCreationsErased, writeDraftsErased, writeWrittenGone, type WrittenKey } from "./queries.ts";
import { suggestIssue } from "./suggest-issue.ts";

const writtenErasure = erasureStep<WrittenKey>({
  name: "issue-creation.drafts",
  listKeys: (who, after, limit) => readWrittenOf(who, after?.client ?? "", limit),
  clear({ projectId }, keys) {
    const ids = keys.map(({ conversationId }) => conversationId);
    return [
      { statement: writeDraftsErased(projectId, ids), report: { kind: "codeIssueDrafts" } },
      { statement: writeCreationsErased(projectId, ids) },
    ];
  },
});

export const issueCreation = defineModule({
  name: "issue-creation",
  needs: ["ai", "code-hosting", "contacts", "conversations", "files", "live-updates", "projects"],
  routes: [
    serve(contract.readIssueChoices, (ctx, { query }) => issueChoices(ctx, query)),
    serve(contract.readIssueDraft, (ctx, { params }) => issueDraftOf(ctx, params.conversationId)),
    serve(contract.saveIssueDraft, (ctx, { params, body }) => saveIssueDraft(ctx, params.conversationId, body)),
    serve(contract.discardIssueDraft, (ctx, { params }) => discardIssueDraft(ctx, params.conversationId)),
    serve(contract.previewIssue, (ctx, { params, body }) => previewIssue(ctx, params.conversationId, body)),
    serve(contract.suggestIssue, (ctx, { params, body }) => suggestIssue(ctx, params.conversationId, body)),
    serve(contract.createIssue, (ctx, { params, body }) => createIssue(ctx, params.conversationId, body)),
  ],
  cron: [{ name: "settle the creation of issues", run: settleCreations }],
  provides: [
    provide(connectedAgain, writeCreationsDue),
    provide(contactErasure, writtenErasure),
    provide(projectCleanup, { name: "issue creation", statements: writeWrittenGone }),
  ],
});
