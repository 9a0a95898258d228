import { serve } from "#kernel/http/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure, erasureStep } from "#modules/contacts";
import { authorKinds, eventKinds, projectCoordinator } from "#modules/conversations";
import { authorityWithdrawn, sightings } from "#modules/paired-computers";
import * as contract from "./contract.ts";
import { cancelDelegation, delegate, delegationOf, delegationsOf } from "./delegate.ts";
import { delegatedKind, deviceAuthor } from "./kinds.ts";
import { readDelegatedOf, writeErased, writeErasedEffects, writeWithdrawn } from "./queries.ts";
import { recoverEffects } from "./run-effects.ts";
import { readWorkFile, storeReportFile } from "./work-files.ts";
import { claimWork, keepWork, reportWork } from "./work.ts";

const erasure = erasureStep<{ readonly client: string; readonly id: ConversationId }>({
  name: "delegated-work.delegations",
  listKeys: (who, after, limit) => readDelegatedOf(who, after?.client ?? "", limit),
  clear({ projectId }, keys, now) {
    const ids = keys.map(({ id }) => id);
    return [
      { statement: writeErasedEffects(projectId, ids, now) },
      { statement: writeErased(projectId, ids, now), report: { kind: "delegations" } },
    ];
  },
});

export const delegatedWork = defineModule({
  name: "delegated-work",
  needs: ["accounts", "contacts", "conversations", "files", "paired-computers", "projects"],
  routes: [
    serve(contract.delegate, (ctx, { params, body }) => delegate(ctx, params.conversationId, body)),
    serve(contract.listDelegations, (ctx, { params }) => delegationsOf(ctx, params.conversationId)),
    serve(contract.readDelegation, (ctx, { params }) => delegationOf(ctx, params.delegationId)),
    serve(contract.cancelDelegation, (ctx, { params }) => cancelDelegation(ctx, params.delegationId)),
    serve(contract.claimWork, (ctx, { body }) => claimWork(ctx, body)),
    serve(contract.sendWorkHeartbeat, (ctx, { params, body }) => keepWork(ctx, params.delegationId, body)),
    serve(contract.readWorkFile, (ctx, { params, query }) => readWorkFile(ctx, params.delegationId, params.fileId, query.claimId)),
    serve(contract.uploadForReport, (ctx, { params, query }) => storeReportFile(ctx, params.delegationId, query)),
    serve(contract.reportWork, (ctx, { params, body }) => reportWork(ctx, params.delegationId, body)),
  ],
  cron: [{ name: "recover effects of local results", run: recoverEffects }],
  provides: [
    provide(authorKinds, deviceAuthor),
    provide(eventKinds, delegatedKind),
    provide(contactErasure, erasure),
    // In the project's coordinator: a computer without work leaves the database alone.
    provide(sightings, {
      note: (ctx, projectId, id, now) => ctx.after(projectCoordinator(ctx.env, projectId).noteSeen(id, now)),
      read: (ctx, projectId) => projectCoordinator(ctx.env, projectId).readSeen(),
    }),
    provide(authorityWithdrawn, { name: "delegated work", statements: writeWithdrawn }),
  ],
});
