// Ends a sequence because somebody of the team says so.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { OutreachSequenceId } from "#kernel/ids/index.ts";
import type { Sequence } from "./contract.ts";
import { readSequence, writeEnded } from "./queries.ts";
import { showSequence } from "./show-sequences.ts";

export async function stopOutreach(ctx: RequestCtx<MemberPrincipal>, id: OutreachSequenceId): Promise<{ sequence: Sequence }> {
  const { projectId } = ctx.caller;
  const [row] = await ctx.db.commitAndRead([writeEnded(projectId, id, "stopped", ctx.clock.now())], readSequence(projectId, id));
  const sequence = await showSequence(ctx, projectId, row);
  if (!sequence) throw notFound();
  return { sequence };
}
