// Requests an answer of the assistant for a member. Always refused, because no release has an assistant yet.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notConfigured, notFound, type Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { modelObstacle } from "#modules/ai";
import { m } from "#messages";
import { frontierAhead, staleFrontier } from "./errors.ts";
import { registeredRowFields } from "./kinds/registered.ts";
import { readNewer } from "./store/events.ts";
import { readSummary } from "./store/summaries.ts";

/** Names what the project lacks for a model; if it lacks nothing, what is missing is the assistant itself. */
export const aiNotConfigured = async (ctx: Pick<Ctx, "db" | "config">, projectId: ProjectId): Promise<Refusal> =>
  (await modelObstacle(ctx, projectId, "reply")) ?? notConfigured("AI reply", [], m.conversations_no_assistant());

/** Refuses. A stale frontier is refused first, so that the person sees what is new. */
export async function requestAiReply(ctx: RequestCtx<MemberPrincipal>, conversationId: ConversationId, frontier: number): Promise<never> {
  const { projectId } = ctx.caller;
  const [newerEvents, summary] = await ctx.db.read(
    readNewer(projectId, conversationId, frontier, 200, false),
    readSummary(registeredRowFields(ctx), projectId, conversationId, null),
  );
  if (!summary) throw notFound();
  if (frontier > summary.revision) throw frontierAhead();
  const conflictingEvents = newerEvents.filter(
    ({ event }) =>
      (event.kind === "message" && event.actor.id !== ctx.caller.accountId) || event.kind === "status" || event.kind === "assigned",
  );
  if (conflictingEvents.length > 0) throw staleFrontier({ revision: summary.revision, events: newerEvents.map((row) => row.event) });
  throw await aiNotConfigured(ctx, projectId);
}
