// A member answers a question of their computer, so that its work goes on.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { DelegationId } from "#kernel/ids/index.ts";
import { wake } from "#modules/live-updates";
import { noMoreNews } from "#modules/notifications";
import { announceWork } from "./announce-work.ts";
import type { Delegation } from "./contract.ts";
import { ended, noGrant, otherAnswer } from "./errors.ts";
import { aboutOf, asksNothing, readDelegation, writeAnswer } from "./queries.ts";
import { workOf } from "./work.ts";

/**
 * Throws `not_found` for somebody else's work, whatever the caller's role: its computer works for whoever delegated it, and for nobody else.
 * Throws `conflict` for another answer than it has, once the work has ended, and when its grant has.
 */
export async function answerQuestion(
  ctx: RequestCtx<MemberPrincipal>,
  id: DelegationId,
  { turn, answer }: { readonly turn: number; readonly answer: string },
): Promise<{ delegation: Delegation }> {
  const { projectId, accountId: by } = ctx.caller;
  const now = ctx.clock.now();
  const [delegation] = await ctx.db.commitAndRead(
    [
      ...writeAnswer(projectId, id, turn, { answer, by, now }),
      ...noMoreNews({ projectId, accountId: by, conversationId: aboutOf(projectId, id) }, ["workAsks"], now, asksNothing(projectId, id)),
    ],
    readDelegation(projectId, id),
  );
  const asked = delegation?.turns.find((each) => each.turn === turn && each.kind === "question");
  if (!delegation || !asked || delegation.accountId !== by) throw notFound();
  if (asked.answer === null) throw delegation.status === "queued" ? noGrant() : ended();
  if (asked.answer.text !== answer) throw otherAnswer();
  announceWork(ctx, projectId);
  wake(ctx, projectId, workOf(delegation.grantId));
  return { delegation };
}
