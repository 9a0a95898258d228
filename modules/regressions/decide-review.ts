// Decides the review of a worsening, once.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId, type RegressionId } from "#kernel/ids/index.ts";
import { announceSubject } from "#modules/notifications";
import { audit, changesBetween } from "#modules/projects";
import { isDecided } from "./errors.ts";
import { isDecidedBy, readReview, writeBaseline, writeDecision } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;

/** Throws what the contract names. */
export async function decide(
  ctx: Ctx,
  id: RegressionId,
  given: { state: "accepted" | "dismissed"; reason: string },
): Promise<{ ok: true }> {
  const { projectId, accountId } = ctx.caller;
  const key = { projectId, id };
  const [review] = await ctx.db.read(readReview(key));
  if (!review) throw notFound();
  const now = ctx.clock.now();
  const reason = given.reason === "" ? null : given.reason;
  // Of this request alone, so that only what it decided itself has consequences.
  const decision = newId("audit", now);
  const mine = isDecidedBy(key, decision);
  const changes = changesBetween(undefined, { set: review.setName, reason });
  const auditReview = (action: string) => audit(ctx, action, { changes }, mine);
  const [after] = await ctx.db.commitAndRead(
    [
      writeDecision(key, { state: given.state, reason, decision, by: accountId, now }),
      given.state === "accepted" ? auditReview("regressions.accepted") : auditReview("regressions.dismissed"),
      ...(given.state === "accepted" && review.runId !== null ? [writeBaseline(projectId, review.runId, now, mine)] : []),
    ],
    readReview(key),
  );
  if (after?.state !== given.state || after.reason !== reason) throw isDecided();
  await announceSubject(ctx, projectId, "assistantWorse", id);
  return { ok: true };
}
