// A computer gives work back with a question to its member.
import type { DevicePrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { DelegationId } from "#kernel/ids/index.ts";
import { announceWork } from "./announce-work.ts";
import { otherQuestion, tooManyQuestions } from "./errors.ts";
import { readIsStarted, readQuestion, writeQuestion } from "./queries.ts";

/** Null when the work is not the caller's any more: nothing is stored. Throws `conflict` for another question, and after too many. */
export async function askAboutWork(
  ctx: RequestCtx<DevicePrincipal>,
  id: DelegationId,
  { claimId, question }: { readonly claimId: string; readonly question: string },
): Promise<{ data: { status: "queued" } | null }> {
  const [stored, isStarted] = await ctx.db.commitAndRead(
    writeQuestion(ctx.caller, id, claimId, question, ctx.clock.now()),
    readQuestion(ctx.caller, id, claimId),
    readIsStarted(ctx.caller, id, claimId),
  );
  if (isStarted === true) throw tooManyQuestions();
  if (stored === undefined) return { data: null };
  if (stored !== question) throw otherQuestion();
  announceWork(ctx, ctx.caller.projectId);
  return { data: { status: "queued" } };
}
