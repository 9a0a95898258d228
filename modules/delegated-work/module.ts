import { serve } from "#kernel/http/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure, erasureStep } from "#modules/contacts";
import { authorKinds, eventKinds } from "#modules/conversations";
import { projectCoordinator } from "#modules/live-updates";
import { authorityWithdrawn, sightings } from "#modules/paired-computers";
import { announceWork } from "./announce-work.ts";
import { answerQuestion } from "./answer-question.ts";
import { askAboutWork } from "./ask-about-work.ts";
import * as contract from "./contract.ts";
import { cancelDelegation, delegate, delegationOf, delegationsOf } from "./delegate.ts";
import { delegatedKind, deviceAuthor, sentBackKind } from "./kinds.ts";
import { readDelegatedOf, writeErased, writeErasedEffects, writeErasedTurns, writeWithdrawn } from "./queries.ts";
import { recoverEffects } from "./run-effects.ts";
import { sendBackReport } from "./send-back-report.ts";
import { reviewReport, waitingCount, waitingWork } from "./waiting-work.ts";
import { readWorkFile, storeReportFile } from "./work-files.ts";
import { workHistory } from "./work-history.ts";
import { claimWork, keepWork, reportWork } from "./work.ts";

const erasure = erasureStep<{ readonly client: string; readonly id: ConversationId }>({
  name: "delegated-work.delegations",
  listKeys: (who, after, limit) => readDelegatedOf(who, after?.client ?? "", limit),
  clear({ projectId }, keys, now) {
    const ids = keys.map(({ id }) => id);
    return [
      { statement: writeErasedEffects(projectId, ids, now) },
      { statement: writeErasedTurns(projectId, ids) },
      { statement: writeErased(projectId, ids, now), report: { kind: "delegations" } },
    ];
  },
});

export const delegatedWork = defineModule({
  name: "delegated-work",
  needs: ["accounts", "contacts", "conversations", "files", "live-updates", "notifications", "paired-computers", "projects"],
  routes: [
    serve(contract.delegate, (ctx, { params, body }) => delegate(ctx, params.conversationId, body)),
    serve(contract.listDelegations, (ctx, { params }) => delegationsOf(ctx, params.conversationId)),
    serve(contract.readDelegation, (ctx, { params }) => delegationOf(ctx, params.delegationId)),
    serve(contract.cancelDelegation, (ctx, { params }) => cancelDelegation(ctx, params.delegationId)),
    serve(contract.answerQuestion, (ctx, { params, body }) => answerQuestion(ctx, params.delegationId, body)),
    serve(contract.sendBackReport, (ctx, { params, body }) => sendBackReport(ctx, params.delegationId, body)),
    serve(contract.listWaitingWork, (ctx, { query }) => waitingWork(ctx, query.cursor)),
    serve(contract.listDelegatedWork, (ctx, { query }) => workHistory(ctx, query)),
    serve(contract.countWaitingWork, (ctx) => waitingCount(ctx)),
    serve(contract.reviewReport, (ctx, { params, body }) => reviewReport(ctx, params.delegationId, body.decision)),
    serve(contract.claimWork, (ctx, { body }) => claimWork(ctx, body)),
    serve(contract.sendWorkHeartbeat, (ctx, { params, body }) => keepWork(ctx, params.delegationId, body)),
    serve(contract.readWorkFile, (ctx, { params, query }) => readWorkFile(ctx, params.delegationId, params.fileId, query.claimId)),
    serve(contract.uploadForReport, (ctx, { params, query }) => storeReportFile(ctx, params.delegationId, query)),
    serve(contract.reportWork, (ctx, { params, body }) => reportWork(ctx, params.delegationId, body)),
    serve(contract.askAboutWork, (ctx, { params, body }) => askAboutWork(ctx, params.delegationId, body)),
  ],
  cron: [{ name: "recover effects of local results", run: recoverEffects }],
  provides: [
    provide(authorKinds, deviceAuthor),
    provide(eventKinds, delegatedKind),
    provide(eventKinds, sentBackKind),
    provide(contactErasure, erasure),
    // In the project's coordinator: a computer without work leaves the database alone.
    provide(sightings, {
      note: (ctx, projectId, id, now) => ctx.after(projectCoordinator(ctx.env, projectId).noteSeen(id, now)),
      read: (ctx, projectId) => projectCoordinator(ctx.env, projectId).readSeen(),
    }),
    provide(authorityWithdrawn, { name: "delegated work", statements: writeWithdrawn, announce: announceWork }),
  ],
});
