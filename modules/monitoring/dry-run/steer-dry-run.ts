// Pauses, resumes and cancels a dry run.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { DryRunId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { m } from "#messages";
import type { DryRun } from "../contract.ts";
import { isAt, readRun, shownRun, writeSteered } from "../dry-queries.ts";
import { dryJobOf } from "./run-dry.ts";

export async function steerDryRun(
  ctx: RequestCtx<MemberPrincipal>,
  runId: DryRunId,
  state: "running" | "paused" | "cancelled",
): Promise<{ run: DryRun }> {
  const { projectId, accountId } = ctx.caller;
  const [before] = await ctx.db.read(readRun(projectId, runId));
  if (!before) throw notFound();
  const now = ctx.clock.now();
  const turn = before.turn + 1;
  const job = dryJobOf({ projectId, runId, turn }, now);
  const [after] = await ctx.db.commitAndRead(
    [
      writeSteered(projectId, runId, { state, why: state === "paused" ? "asked" : null, by: accountId, now }),
      ...(state === "running" ? [writeJobs([job], now, isAt(projectId, runId, "running", turn))] : []),
    ],
    readRun(projectId, runId),
  );
  if (!after) throw notFound();
  if (after.state !== state) throw conflict(m.monitoring_dry_ended());
  if (state === "running") wakeJobs({ ...ctx, caller: { kind: "anonymous" } }, [job.id]);
  return { run: shownRun(after) };
}
