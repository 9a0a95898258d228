import { serve } from "#kernel/http/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure, erasureStep } from "#modules/contacts";
import { type EventWrites, eventWrites } from "#modules/conversations";
import { membershipLost, projectCleanup } from "#modules/projects";
import * as contract from "./contract.ts";
import { holdReply, pendingReplies, sendNow, undoReply } from "./hold-reply.ts";
import { listScheduled } from "./list-scheduled.ts";
import { readPendingOf, writeErased, writeNoticesGone, writeProjectGone } from "./queries.ts";
import { dueJob, giveBack } from "./send-pending.ts";

const pendingStep = erasureStep<{ readonly client: string; readonly id: ConversationId }>({
  name: "undo-send.pending",
  listKeys: (who, after, limit) => readPendingOf(who, after?.client ?? "", limit),
  clear: ({ projectId }, keys) =>
    writeErased(
      projectId,
      keys.map(({ id }) => id),
    ).map((statement) => ({ statement, report: { kind: "drafts" } })),
});
const noticeEnds: EventWrites = ({ projectId, conversationId }, { event, accountId }, done) =>
  event.kind.name === "message" && accountId !== undefined ? writeNoticesGone({ projectId, conversationId, accountId }, done) : [];

export const undoSend = defineModule({
  name: "undo-send",
  needs: ["contacts", "conversations", "files", "live-updates", "projects"],
  routes: [
    serve(contract.holdReply, (ctx, { params, body }) => holdReply(ctx, params.conversationId, body)),
    serve(contract.readPendingReplies, (ctx, { params }) => pendingReplies(ctx, params.conversationId)),
    serve(contract.listScheduledReplies, (ctx) => listScheduled(ctx)),
    serve(contract.undoReply, (ctx, { params, body }) => undoReply(ctx, params.conversationId, body.clientId)),
    serve(contract.sendPendingReply, (ctx, { params, body }) => sendNow(ctx, params.conversationId, body.clientId)),
  ],
  jobs: [dueJob],
  provides: [
    provide(contactErasure, pendingStep),
    provide(eventWrites, noticeEnds),
    provide(membershipLost, giveBack),
    provide(projectCleanup, { name: "pending replies", statements: (projectId, when) => writeProjectGone(projectId, when) }),
  ],
});
