// Reads the dry runs of a project, and what one of them found.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { DryRunId } from "#kernel/ids/index.ts";
import type { DryRun, Finding } from "../contract.ts";
import { readFindings, readRun, readRuns, shownRun } from "../dry-queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
export async function listDryRuns(ctx: Ctx): Promise<{ items: DryRun[]; next: null }> {
  const [runs] = await ctx.db.read(readRuns(ctx.caller.projectId));
  return { items: runs.map(shownRun), next: null };
}

export async function readDryRun(ctx: Ctx, id: DryRunId): Promise<{ run: DryRun; findings: Finding[] }> {
  const { projectId } = ctx.caller;
  const [run, findings] = await ctx.db.read(readRun(projectId, id), readFindings(projectId, id));
  if (!run) throw notFound();
  return { run: shownRun(run), findings };
}
