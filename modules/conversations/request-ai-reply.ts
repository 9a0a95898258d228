// Requests an answer of the assistant for a member. Always refused, because no release has an assistant yet.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { AI_KEY_VARIABLES } from "#kernel/config/index.ts";
import { notConfigured, notFound, type Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { frontierAhead, staleFrontier } from "./errors.ts";
import { registeredRowFields } from "./kinds/registered.ts";
import { readNewer } from "./store/events.ts";
import { readSummary } from "./store/summaries.ts";

/** Names the variables that would configure a provider. */
export const aiNotConfigured = (): Refusal => notConfigured("AI reply", [...AI_KEY_VARIABLES], m.conversations_assistant_not_set_up());

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
  throw aiNotConfigured();
}
