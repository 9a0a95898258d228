// Stores whether a match was right, as a member sees it.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { MonitoringEntryId } from "#kernel/ids/index.ts";
import type { Entry, Verdict } from "../contract.ts";
import { readEntry, writeVerdict } from "../log-queries.ts";

export async function rateMatch(ctx: RequestCtx<MemberPrincipal>, id: MonitoringEntryId, verdict: Verdict): Promise<{ entry: Entry }> {
  const { projectId, accountId } = ctx.caller;
  const [entry] = await ctx.db.commitAndRead(writeVerdict(projectId, id, verdict, accountId), readEntry(projectId, id));
  if (entry?.kind !== "match") throw notFound();
  return { entry };
}
