// A computer gives work back with a question to its member.
import type { DevicePrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { DelegationId } from "#kernel/ids/index.ts";
import { notifyMembers } from "#modules/notifications";
import { announceWork } from "./announce-work.ts";
import { otherQuestion, tooManyQuestions } from "./errors.ts";
import { asksSince, readAsker, readIsStarted, readQuestion, writeQuestion } from "./queries.ts";

/** Null when the work is not the caller's any more: nothing is stored. Throws `conflict` for another question, and after too many. */
export async function askAboutWork(
  ctx: RequestCtx<DevicePrincipal>,
  id: DelegationId,
  { claimId, question }: { readonly claimId: string; readonly question: string },
): Promise<{ data: { status: "queued" } | null }> {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const [asker] = await ctx.db.read(readAsker(ctx.caller, id, claimId));
  // Only the member whose work it is can answer, so nobody else is told. A repetition finds the claim ended, and tells nobody again.
  const notifying =
    asker &&
    (await notifyMembers(ctx, {
      ...{ projectId, conversationId: asker.conversationId, contactId: asker.contactId },
      ...{ event: "workAsks", cause: `${id}:${claimId}`, members: [asker.accountId] },
    }));
  const [stored, isStarted] = await ctx.db.commitAndRead(
    [...writeQuestion(ctx.caller, id, claimId, question, now), ...(notifying?.statements(asksSince(ctx.caller, id, now)) ?? [])],
    readQuestion(ctx.caller, id, claimId),
    readIsStarted(ctx.caller, id, claimId),
  );
  if (isStarted === true) throw tooManyQuestions();
  if (stored === undefined) return { data: null };
  if (stored !== question) throw otherQuestion();
  announceWork(ctx, projectId);
  notifying?.announce();
  return { data: { status: "queued" } };
}
