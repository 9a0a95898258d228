// Resolves a match or opens it again: an event of its conversation, so that everybody's inbox shows it at once.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { MonitoringEntryId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { newEvent, record, type Recorded } from "#modules/conversations";
import type { Entry } from "../contract.ts";
import { mayBecome, readEntry, writeState } from "../log-queries.ts";
import { matchKind } from "../match.ts";

export async function resolveMatch(
  ctx: RequestCtx<MemberPrincipal>,
  id: MonitoringEntryId,
  { clientId, state }: { clientId: string; state: Entry["state"] },
): Promise<Recorded & { entry: Entry }> {
  const { projectId, accountId } = ctx.caller;
  const [before] = await ctx.db.read(readEntry(projectId, id));
  if (before?.kind !== "match" || before.rule === null) throw notFound();
  const change = state === "resolved" ? "resolved" : "reopened";
  const recorded = await record(ctx, {
    conversationId: before.conversationId,
    clientId,
    event: newEvent(matchKind, { entryId: id, ruleId: before.rule.id, kind: before.rule.kind, change }),
    requires: {
      when: mayBecome(projectId, id, state),
      otherwise: state === "resolved" ? m.monitoring_resolved_already() : m.monitoring_cannot_reopen(),
    },
    writes: (done) => [writeState(projectId, id, state, accountId, ctx.clock.now(), done)],
  });
  const [entry] = await ctx.db.read(readEntry(projectId, id));
  if (!entry) throw notFound();
  return { ...recorded, entry };
}
