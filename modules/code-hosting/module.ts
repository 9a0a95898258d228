import { serve } from "#kernel/http/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure, erasureStep } from "#modules/contacts";
import { authorKinds, eventKinds } from "#modules/conversations";
import { projectCleanup } from "#modules/projects";
import { beginConnecting, checkConnection, codeHostingOf, disconnect, endConnecting, signedOutPage } from "./connect.ts";
import * as contract from "./contract.ts";
import { findIssueLinks } from "./find-issue-links.ts";
import { followIssues, removeOldAttempts } from "./follow-issues.ts";
import { codeHostAuthor, linkedKind, releasedKind, stateKind } from "./kinds.ts";
import { linkedIssues, linkIssue, searchIssues, unlinkIssue } from "./link-issue.ts";
import { untoldOf } from "./list-untold.ts";
import { type LinkKey, readLinkedOf, writeIssuesErased, writeLinksErased, writeProjectGone } from "./queries.ts";
import { addRepository, listRepositories, removeRepository } from "./repositories.ts";
import { receiveWebhook, removeOldDeliveries } from "./receive-webhook.ts";
import { revocationJob, writeRevocation } from "./revoke.ts";
import { followReleases } from "./follow-releases.ts";
import { tellingJob } from "./tell-conversations.ts";
import { writeCustomerDraft } from "./write-customer-draft.ts";
import { createHookAt, makeSecret, removeSecret, webhookOf } from "./webhook.ts";

const linksErasure = erasureStep<LinkKey>({
  name: "code-hosting.links",
  listKeys: (who, after, limit) => readLinkedOf(who, after?.client ?? "", limit),
  clear({ projectId }, keys) {
    const ids = keys.map(({ conversationId }) => conversationId);
    return [
      { statement: writeIssuesErased(projectId, ids) },
      { statement: writeLinksErased(projectId, ids), report: { kind: "codeIssueLinks" } },
    ];
  },
});

export const codeHosting = defineModule({
  name: "code-hosting",
  needs: ["ai", "articles", "contacts", "conversations", "live-updates", "notifications", "projects"],
  routes: [
    serve(contract.readCodeHosting, codeHostingOf),
    serve(contract.connectCodeHosting, beginConnecting),
    serve(contract.finishConnecting, (ctx, { query }) => endConnecting(ctx, query), { signedOut: signedOutPage }),
    serve(contract.disconnectCodeHosting, disconnect),
    serve(contract.checkCodeHosting, checkConnection),
    serve(contract.listRepositories, (ctx, { query }) => listRepositories(ctx, query)),
    serve(contract.addRepository, (ctx, { body }) => addRepository(ctx, body)),
    serve(contract.removeRepository, (ctx, { query }) => removeRepository(ctx, query)),
    serve(contract.searchIssues, (ctx, { query }) => searchIssues(ctx, query)),
    serve(contract.findIssueLinks, (ctx, { query }) => findIssueLinks(ctx, query)),
    serve(contract.listLinkedIssues, (ctx, { params }) => linkedIssues(ctx, params.conversationId)),
    serve(contract.listUntold, (ctx, { params }) => untoldOf(ctx, params.issueId)),
    serve(contract.writeCustomerDraft, (ctx, { params }) => writeCustomerDraft(ctx, params.conversationId, params.issueId)),
    serve(contract.linkIssue, (ctx, { params, body }) => linkIssue(ctx, params.conversationId, body)),
    serve(contract.unlinkIssue, (ctx, { params, body }) => unlinkIssue(ctx, params.conversationId, params.issueId, body.clientId)),
    serve(contract.readWebhook, webhookOf),
    serve(contract.makeWebhookSecret, makeSecret),
    serve(contract.removeWebhook, removeSecret),
    serve(contract.createHook, (ctx, { body }) => createHookAt(ctx, body)),
    serve(contract.receiveCodeHosting, (ctx, { params }) => receiveWebhook(ctx, params.projectId)),
  ],
  jobs: [tellingJob, revocationJob],
  cron: [
    { name: "follow linked issues", run: followIssues },
    { name: "remove old attempts at connecting a code host", run: removeOldAttempts },
    { name: "remove old deliveries of a code host", run: removeOldDeliveries },
    { name: "follow releases", run: followReleases },
  ],
  provides: [
    provide(eventKinds, linkedKind),
    provide(eventKinds, stateKind),
    provide(eventKinds, releasedKind),
    provide(authorKinds, codeHostAuthor),
    provide(contactErasure, linksErasure),
    provide(projectCleanup, {
      name: "code hosting",
      statements: (projectId, when, now) => [writeRevocation(projectId, when, now), ...writeProjectGone(projectId, when)],
    }),
  ],
});
