// Resolves the open matches of a conversation that was closed.
import { listen } from "#kernel/events/index.ts";
import { type ConversationId, idOf, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job } from "#kernel/jobs/index.ts";
import { conversationClosed } from "#modules/conversations";
import { ConversationIdField } from "#modules/conversations/contract";
import * as v from "valibot";
import { hasOpenMatch, writeResolvedIn } from "../log-queries.ts";

const Ids = v.object({ projectId: idOf("project"), conversationId: ConversationIdField });
const end = job("monitoring.closed", Ids);
export const closedListener = listen(conversationClosed, {
  name: "monitoring.closed",
  wants: () => true,
  where: ({ projectId, conversationId }) => hasOpenMatch(projectId as ProjectId, conversationId as ConversationId),
  job: end,
  payloadOf: (ids) => ids as v.InferOutput<typeof Ids>,
});
export const closedJob = handle(end, async (ctx, { projectId, conversationId }) => {
  await ctx.db.commit([writeResolvedIn(projectId, conversationId, ctx.clock.now())]);
});
