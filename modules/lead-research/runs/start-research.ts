// Starts and cancels runs.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type LeadId, type LeadResearchRunId, newId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { aiUnavailable, isBelowSpending } from "#modules/ai";
import { pageKey } from "#modules/knowledge-sources";
import { readLeadThere } from "#modules/leads";
import { isUnderWay, nothingToRead, sameClientId } from "../errors.ts";
import { isOpen, type NewRun, readCondition, readHasOpen, readHasRun, readRunBy, writeCancelled, writeRun } from "../queries.ts";
import { mustHaveModel } from "../research-model.ts";
import { jobOf } from "./job.ts";

type Ctx = RequestCtx<MemberPrincipal>;
interface Wanted {
  readonly clientId: string;
  readonly addresses: readonly string[];
}

/** Throws `not_configured`, `conflict` while another run is under way, `ai_unavailable` past the day's ceiling. */
export async function startResearch(ctx: Ctx, leadId: LeadId, { clientId, addresses }: Wanted): Promise<{ runId: LeadResearchRunId }> {
  const { projectId, accountId } = ctx.caller;
  const [lead, before] = await ctx.db.read(readLeadThere(projectId, leadId), readRunBy(projectId, clientId));
  if (!lead) throw notFound();
  if (before) {
    if (before.leadId !== leadId) throw sameClientId();
    return { runId: before.id };
  }
  const model = mustHaveModel(ctx.config);
  const added = [...new Set(addresses.flatMap((address) => pageKey(address) ?? []))];
  const queue = [...(lead.domain === null ? [] : [`https://${lead.domain}/`]), ...added];
  if (queue.length === 0) throw nothingToRead();
  const now = ctx.clock.now();
  const run: NewRun = {
    ...{ id: newId("leadResearchRun", now), projectId, leadId, clientId, model: `${model.provider}/${model.model}`, by: accountId, now },
    ...{ addresses: added, queue: [...new Set(queue)] },
  };
  const within = isBelowSpending(projectId, ctx.config, now);
  const work = jobOf(projectId, run.id, now);
  const [started, open] = await ctx.db.commitAndRead(
    [...writeRun(run, within), writeJobs([work], now, isOpen(run))],
    readRunBy(projectId, clientId),
    readHasOpen({ projectId, leadId }),
  );
  if (started) {
    if (started.leadId !== leadId) throw sameClientId();
    if (started.id === run.id) wakeJobs(ctx, [work.id]);
    return { runId: started.id };
  }
  if (open) throw isUnderWay();
  const [still, below] = await ctx.db.read(readLeadThere(projectId, leadId), readCondition(within));
  if (!still || below) throw notFound();
  throw aiUnavailable(now);
}

export async function cancelResearch(ctx: Ctx, leadId: LeadId, runId: LeadResearchRunId): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const of = { projectId, leadId };
  const [lead, held] = await ctx.db.commitAndRead(
    [writeCancelled(of, runId, ctx.clock.now())],
    readLeadThere(projectId, leadId),
    readHasRun(of, runId),
  );
  if (!lead || !held) throw notFound();
  return { ok: true };
}
