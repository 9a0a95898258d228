// Lists what a member has scheduled, with the conversations.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { readSummaries, registeredRowFields } from "#modules/conversations";
import { MAX_LISTED, type ScheduledReply } from "./contract.ts";
import { readScheduledOf } from "./queries.ts";

export async function listScheduled(ctx: RequestCtx<MemberPrincipal>): Promise<{ items: ScheduledReply[] }> {
  const { projectId, accountId } = ctx.caller;
  const [waiting] = await ctx.db.read(readScheduledOf(projectId, accountId, MAX_LISTED));
  if (waiting.length === 0) return { items: [] };
  const ids = waiting.map(({ id }) => id);
  const [conversations] = await ctx.db.read(readSummaries(registeredRowFields(ctx), projectId, ids, accountId));
  return {
    items: waiting.flatMap(({ id, content, files, dueAt }) => {
      const conversation = conversations.find((one) => one.id === id);
      return conversation ? [{ conversation, content, files, sendAt: iso(dueAt) }] : [];
    }),
  };
}
