// The job that looks at a sequence's next mail.
import { idOf, newId, type OutreachSequenceId, type ProjectId } from "#kernel/ids/index.ts";
import { job, type NewJob } from "#kernel/jobs/index.ts";
import * as v from "valibot";

/** Its payload has ids only: what is sent is read from the reviews. */
export const step = job("outreach.step", v.strictObject({ sequenceId: idOf("outreachSequence"), step: v.number() }));

/** One job for each step of a sequence, so that repeating it, or storing it twice, does nothing. */
export const stepJob = (
  s: { readonly id: OutreachSequenceId; readonly projectId: ProjectId; readonly step: number },
  now: number,
  dueAt: number,
): NewJob => ({
  ...{ id: newId("job", now), kind: step.kind, key: `outreach.step:${s.id}:${s.step}`, payload: { sequenceId: s.id, step: s.step } },
  ...{ projectId: s.projectId, dueAt },
});
