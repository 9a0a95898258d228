// Reads what is known of a lead.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { LeadId } from "#kernel/ids/index.ts";
import { readLeadThere } from "#modules/leads";
import type { Research } from "./contract.ts";
import { readAnswers, readCriteria, readRuns, readStatements } from "./queries.ts";
import { modelOrObstacle, mostUsd } from "./research-model.ts";

export async function readResearch(ctx: RequestCtx<MemberPrincipal>, leadId: LeadId): Promise<Research> {
  const of = { projectId: ctx.caller.projectId, leadId };
  const now = ctx.clock.now();
  const [lead, runs, statements, answers, { criteria }] = await ctx.db.read(
    readLeadThere(of.projectId, leadId),
    readRuns(of, now),
    readStatements(of),
    readAnswers(of),
    readCriteria(of.projectId),
  );
  if (!lead) throw notFound();
  const model = modelOrObstacle(ctx.config);
  const can = typeof model !== "string";
  return {
    obstacle: can ? null : model,
    model: can ? `${model.provider}/${model.model}` : null,
    mostUsd: can ? mostUsd(ctx.config, model, now) : null,
    ...{ criteria, runs, statements, answers },
  };
}
