// What a connector does with work: claims it, says that it goes on, and reports.
import type { DevicePrincipal } from "#kernel/auth/index.ts";
import { seconds } from "#kernel/clock/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { DelegationId, DeviceGrantId } from "#kernel/ids/index.ts";
import { Database } from "#kernel/db/index.ts";
import { announceChanged, beginWait } from "#modules/live-updates";
import type { WorkKind } from "#modules/paired-computers/contract";
import { announceWork } from "./announce-work.ts";
import { LEASE_SECONDS, readDelegation, type Work } from "./contract.ts";
import { filesGone, otherReport } from "./errors.ts";
import { readPendingEffects } from "./effect-queries.ts";
import { deviceAuthor } from "./kinds.ts";
import { readClaimed, readReport, readWorking, type Report, writeClaim, writeEffects, writeHeartbeat, writeReport } from "./queries.ts";
import { runEffects } from "./run-effects.ts";

type Ctx = RequestCtx<DevicePrincipal>;

/** What who waits for work of a grant waits for. */
export const workOf = (grantId: DeviceGrantId): string => `work:${grantId}`;

/**
 * The oldest queued work of the grant; the same again for the same claim while it is started; null otherwise. Nothing is written without
 * work. With `wait`, null comes after so many seconds, or when there may be work: nothing is claimed for a connector that may have gone
 * meanwhile.
 */
export async function claimWork(
  ctx: Ctx,
  {
    claimId,
    kinds,
    wait,
  }: { readonly claimId: string; readonly kinds?: readonly WorkKind[] | undefined; readonly wait?: number | undefined },
): Promise<{ data: Work | null; again?: boolean }> {
  const { projectId, grantId, deviceId } = ctx.caller;
  // Before it looks, so that no work comes between.
  const waiting = wait === undefined ? undefined : await beginWait(ctx, projectId, { channel: workOf(grantId), id: deviceId });
  const allowed = ctx.caller.kinds.filter((kind) => kinds?.some((wanted) => wanted === kind) ?? true);
  const claim = writeClaim({ ...ctx.caller, kinds: allowed }, claimId, ctx.clock.now());
  const [work] = await ctx.db.commitAndRead([claim], readClaimed(ctx.caller, claimId)).catch((error: unknown) => {
    waiting?.end();
    throw error;
  });
  if (work) {
    waiting?.end();
    announceChanged(ctx, projectId, readDelegation);
    return { data: work };
  }
  if (wait === undefined || !waiting) return { data: null };
  const from = ctx.clock.now();
  const again = await waiting.isWoken(seconds(wait));
  ctx.reply.waited = ctx.clock.now() - from;
  return { data: null, again };
}

/** Null when the work is not the caller's any more: cancelled, revoked, or finished. */
export async function keepWork(
  ctx: Ctx,
  id: DelegationId,
  { claimId, progress }: { readonly claimId: string; readonly progress?: string | undefined },
): Promise<{ data: { leaseSeconds: number } | null }> {
  const [kept] = await ctx.db.commit([writeHeartbeat(ctx.caller, id, claimId, progress, ctx.clock.now())]);
  if (kept && progress !== undefined) announceChanged(ctx, ctx.caller.projectId, readDelegation);
  return { data: kept ? { leaseSeconds: LEASE_SECONDS } : null };
}

/** Stores the report once, then does what it is for. Null when the work is not the caller's any more: nothing is stored. Throws `conflict` for another report. */
export async function reportWork(
  ctx: Ctx,
  id: DelegationId,
  { claimId, ...report }: Report & { readonly claimId: string },
): Promise<{ data: { status: "completed" } | null }> {
  const now = ctx.clock.now();
  const [stored, working] = await ctx.db.commitAndRead(
    [writeReport(ctx.caller, id, claimId, report, deviceAuthor.scope(ctx.caller), now), writeEffects(ctx.caller.projectId, id, now)],
    readReport(ctx.caller, id, claimId),
    readWorking(ctx.caller, id, claimId, now),
  );
  // It goes on, so only the files can have been the reason.
  if (working) throw filesGone();
  if (!stored) return { data: null };
  if (stored.report !== report.report || stored.outcome !== report.outcome || stored.files.join() !== report.files.join())
    throw otherReport();
  const own = { ...ctx, db: new Database(ctx.env.DB) };
  ctx.after(
    own.db.read(readPendingEffects({ projectId: ctx.caller.projectId, id })).then(async ([effects]) => {
      await runEffects(own, effects);
      announceWork(ctx, ctx.caller.projectId);
    }),
  );
  return { data: { status: "completed" } };
}
