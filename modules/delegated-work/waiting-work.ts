// Work that waits for a person: the list, its count, and what a member decides about a report.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor, sql } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { DelegationId } from "#kernel/ids/index.ts";
import { newNote, record } from "#modules/conversations";
import { writeNewOwner } from "#modules/files";
import { announceWork } from "./announce-work.ts";
import type { Delegation, WaitingWork } from "./contract.ts";
import { notWaiting } from "./errors.ts";
import { isInReview, writeAdded, writeDiscarded, writeRestored } from "./effect-queries.ts";
import { countWaiting, readWaiting } from "./list-queries.ts";
import { readDelegation } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const PAGE = 25;
const COUNTED = 100;

export async function waitingWork(ctx: Ctx, cursor: string | undefined): Promise<{ items: WaitingWork[]; next: string | null }> {
  const [found] = await ctx.db.read(readWaiting(ctx.caller.projectId, decodeCursor(cursor)?.id ?? "", PAGE + 1));
  const items = found.slice(0, PAGE);
  const last = items.at(-1);
  return { items, next: found.length > PAGE && last ? encodeCursor([0, last.delegation.id]) : null };
}

export async function waitingCount(ctx: Ctx): Promise<{ count: number }> {
  const [count] = await ctx.db.read(countWaiting(ctx.caller.projectId, ctx.caller.accountId, COUNTED));
  return { count: count ?? 0 };
}

/** Throws `not_found`, and `conflict` when the report doesn't wait any more. Any member may: it is about their team's conversation. */
export async function reviewReport(
  ctx: Ctx,
  id: DelegationId,
  decision: "add" | "discard" | "restore",
): Promise<{ delegation: Delegation }> {
  const { projectId, accountId: by } = ctx.caller;
  const now = ctx.clock.now();
  const [was] = await ctx.db.read(readDelegation(projectId, id));
  const effect = was?.effects[0];
  if (!was) throw notFound();
  if (!effect) throw notWaiting();
  const { conversationId } = was;
  const key = { id, projectId, conversationId, kind: effect.kind };
  if (decision === "add" && effect.state === "needs_review") {
    const mark = was.device === null ? {} : effect.kind === "reply" ? { proposal: { by: was.device } } : { report: { by: was.device } };
    const files = was.reportFiles.map((file) => file.id);
    // They were uploaded by the computer, and only who uploaded a file can attach it.
    if (files.length > 0) await ctx.db.commit([writeNewOwner(projectId, actorOf(ctx.caller), conversationId, files, isInReview(key))]);
    await record(ctx, {
      conversationId,
      clientId: `${id}:${effect.kind}:review:${was.round}`,
      event: newNote({ content: was.report ?? "", attachments: files, origin: { door: "local_work", automatic: null, ...mark } }),
      requires: {
        when: sql`${isInReview(key)}`,
        explain: () => Promise.reject(notWaiting()),
      },
      writes: (done) => writeAdded(key, by, now, done),
    });
  } else if (decision !== "add") await ctx.db.commit(decision === "discard" ? writeDiscarded(key, by, now) : writeRestored(key, now));
  const [delegation] = await ctx.db.read(readDelegation(projectId, id));
  const state = delegation?.effects[0]?.state;
  if (!delegation || state !== ({ add: "done", discard: "discarded", restore: "needs_review" } as const)[decision]) throw notWaiting();
  announceWork(ctx, projectId);
  return { delegation };
}
