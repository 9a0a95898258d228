// What a connector does with work: claims it, says that it goes on, and reports.
import type { DevicePrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { DelegationId } from "#kernel/ids/index.ts";
import { Database } from "#kernel/db/index.ts";
import { announceChanged } from "#modules/conversations";
import type { WorkKind } from "#modules/paired-computers/contract";
import { announceWork } from "./announce-work.ts";
import { LEASE_SECONDS, readDelegation, type Work } from "./contract.ts";
import { otherReport } from "./errors.ts";
import {
  readClaimed,
  readPendingEffects,
  readReport,
  type Report,
  writeClaim,
  writeEffects,
  writeHeartbeat,
  writeReport,
} from "./queries.ts";
import { runEffects } from "./run-effects.ts";

type Ctx = RequestCtx<DevicePrincipal>;

/** The oldest queued work of the grant; the same again for the same claim while it is started; null otherwise. Nothing is written without work. */
export async function claimWork(
  ctx: Ctx,
  { claimId, kinds }: { readonly claimId: string; readonly kinds?: readonly WorkKind[] | undefined },
): Promise<{ data: Work | null }> {
  const allowed = ctx.caller.kinds.filter((kind) => kinds?.some((wanted) => wanted === kind) ?? true);
  const claim = writeClaim({ ...ctx.caller, kinds: allowed }, claimId, ctx.clock.now());
  const [work] = await ctx.db.commitAndRead([claim], readClaimed(ctx.caller, claimId));
  if (work) announceChanged(ctx, ctx.caller.projectId, readDelegation);
  return { data: work ?? null };
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
  const [stored] = await ctx.db.commitAndRead(
    [writeReport(ctx.caller, id, claimId, report, now), writeEffects(ctx.caller.projectId, id, now)],
    readReport(ctx.caller, id, claimId),
  );
  if (!stored) return { data: null };
  if (stored.report !== report.report || stored.outcome !== report.outcome) throw otherReport();
  const own = { ...ctx, db: new Database(ctx.env.DB) };
  ctx.after(
    own.db.read(readPendingEffects({ projectId: ctx.caller.projectId, id })).then(async ([effects]) => {
      await runEffects(own, effects);
      announceWork(ctx, ctx.caller.projectId);
    }),
  );
  return { data: { status: "completed" } };
}
