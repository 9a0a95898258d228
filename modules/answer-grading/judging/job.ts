// The job of a judging.
import { idOf, type JudgingId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { job, type NewJob } from "#kernel/jobs/index.ts";
import * as v from "valibot";

export const judgingJob = job("answer-grading.judging", v.strictObject({ judgingId: idOf("judging") }));
/** Each start and each resumption has a job of its own. */
export const jobOf = (projectId: ProjectId, judgingId: JudgingId, now: number): NewJob => {
  const id = newId("job", now);
  return { id, kind: judgingJob.kind, key: `answer-grading.judging:${judgingId}:${id}`, payload: { judgingId }, projectId, dueAt: now };
};
