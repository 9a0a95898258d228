// A member sends a report of their computer back, with a note what to look at again.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { as, queryOne, sql } from "#kernel/db/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { DelegationId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { isActive } from "#modules/contacts";
import { contactOf, newEvent, record, type Recorded } from "#modules/conversations";
import { wake } from "#modules/live-updates";
import { announceWork } from "./announce-work.ts";
import type { Delegation } from "./contract.ts";
import { held, noGrant, notReopened, sentBackTooOften } from "./errors.ts";
import { sentBackKind } from "./kinds.ts";
import { isFree, readDelegation, sendingBack, writeSentBack } from "./queries.ts";
import { workOf } from "./work.ts";

/**
 * Queues the work again, with its event in the same batch. Throws `not_found` for somebody else's work, whatever the caller's role, and
 * `stale_frontier` or `conflict`. What authority was lost for is never reopened.
 */
export async function sendBackReport(
  ctx: RequestCtx<MemberPrincipal>,
  id: DelegationId,
  { clientId, frontier, note }: { readonly clientId: string; readonly frontier: number; readonly note: string },
): Promise<Recorded & { delegation: Delegation }> {
  const { projectId, accountId: by } = ctx.caller;
  const now = ctx.clock.now();
  const [was] = await ctx.db.read(readDelegation(projectId, id));
  if (!was || was.accountId !== by) throw notFound();
  const { conversationId, round, kind: work } = was;
  const free = isFree(projectId, conversationId);
  const { open, few, allowed } = sendingBack(projectId, id, by, round, now);
  const recorded = await record(ctx, {
    ...{ conversationId, clientId, frontier },
    event: newEvent(sentBackKind, { delegationId: id, work, round: round + 1 }),
    fingerprint: { only: { id, note } },
    requires: {
      when: sql`${open} AND ${few} AND ${allowed} AND ${free} AND ${isActive(projectId, contactOf(projectId, conversationId))}`,
      explain: async () => {
        const [why] = await ctx.db.read(
          queryOne(
            sql`SELECT ${open} ${as.number("open")}, ${few} ${as.number("few")}, ${allowed} ${as.number("allowed")}, ${free} ${as.number("free")}`,
            (row) => row,
          ),
        );
        if (why?.open === 0) throw notReopened();
        if (why?.free === 0) throw held();
        if (why?.few === 0) throw sentBackTooOften();
        if (why?.allowed === 0) throw noGrant();
        throw conflict(m.conversations_same_state());
      },
    },
    writes: (done) => writeSentBack(projectId, id, { note, frontier, by, now }, done),
  });
  const [delegation] = await ctx.db.read(readDelegation(projectId, id));
  if (!delegation) throw notFound();
  announceWork(ctx, projectId);
  wake(ctx, projectId, workOf(delegation.grantId));
  return { ...recorded, delegation };
}
