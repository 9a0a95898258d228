// Starts and cancels runs.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ImageRunId, newId, type StudioImageId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { aiUnavailable, isBelowSpending } from "#modules/ai";
import type { ImagePurpose } from "../contract.ts";
import { isUnderWay } from "../errors.ts";
import { mustHaveSetting } from "../image-model.ts";
import { isOpen, readCondition, readHasOpen, readHasRun, readRunBy, writeEnded, writeRun } from "../queries.ts";
import { jobOf } from "./job.ts";

type Ctx = RequestCtx<MemberPrincipal>;
interface Wanted {
  readonly clientId: string;
  readonly purpose: ImagePurpose;
  readonly prompt: string;
  readonly wanted: number;
  readonly parentId: StudioImageId | null;
}

/** Throws `not_configured`, `conflict` while another run is under way, `ai_unavailable` past the day's ceiling, 404 without the parent. */
export async function startRun(ctx: Ctx, given: Wanted): Promise<{ runId: ImageRunId }> {
  const { projectId, accountId } = ctx.caller;
  const [before] = await ctx.db.read(readRunBy(projectId, given.clientId));
  if (before !== undefined) return { runId: before };
  const { choice, size, quality } = mustHaveSetting(ctx.config);
  const now = ctx.clock.now();
  const run = {
    ...given,
    id: newId("imageRun", now),
    projectId,
    model: `${choice.provider}/${choice.model}`,
    size,
    quality,
    by: accountId,
    now,
  };
  const within = isBelowSpending(projectId, ctx.config, now);
  const work = jobOf(projectId, run.id, now);
  const [started, open, below] = await ctx.db.commitAndRead(
    [...writeRun(run, within), writeJobs([work], now, isOpen(run))],
    readRunBy(projectId, given.clientId),
    readHasOpen(projectId),
    readCondition(within),
  );
  if (started !== undefined) {
    if (started === run.id) wakeJobs(ctx, [work.id]);
    return { runId: started };
  }
  if (open) throw isUnderWay();
  throw below ? notFound() : aiUnavailable(now);
}

export async function cancelRun(ctx: Ctx, runId: ImageRunId): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const [held] = await ctx.db.commitAndRead(
    [writeEnded({ id: runId, projectId }, { state: "cancelled" }, ctx.clock.now())],
    readHasRun(projectId, runId),
  );
  if (!held) throw notFound();
  return { ok: true };
}
