// Removes the recipient of a mail that belongs to no contact after a while, because no erasure would find it.
import { days } from "#kernel/clock/index.ts";
import { type DeliveryId, idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, type NewJob } from "#kernel/jobs/index.ts";
import * as v from "valibot";
import { writeForgotten } from "./erasure-queries.ts";

const forget = job("email.forget-test", v.strictObject({ deliveryId: idOf("delivery") }));
/** How long the delivery log keeps the recipient of a test mail. */
const KEPT = days(30);

/** The job that removes the recipient, due after `kept`. */
export const forgetJobFor = (deliveryId: DeliveryId, projectId: ProjectId, now: number, kept = KEPT): NewJob => ({
  id: newId("job", now),
  kind: forget.kind,
  key: `email.forget-test:${deliveryId}`,
  payload: { deliveryId },
  projectId,
  dueAt: now + kept,
});
export const forgetTestJob = handle(forget, async (ctx, { deliveryId }, { projectId }) => {
  if (projectId !== null) await ctx.db.commit([writeForgotten(projectId, [deliveryId], ctx.clock.now())]);
});
