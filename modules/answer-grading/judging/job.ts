// The job of a judging.
import { idOf, type JudgingId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { job, type NewJob } from "#kernel/jobs/index.ts";
import * as v from "valibot";

export const judgingJob = job("answer-grading.judging", v.strictObject({ judgingId: idOf("judging") }));
/** What each job of it has. */
export const workOf = (projectId: ProjectId, judgingId: JudgingId): Omit<NewJob, "id" | "dueAt"> => ({
  ...{ kind: judgingJob.kind, key: `answer-grading.judging:${judgingId}`, payload: { judgingId }, projectId },
});
/** Each start and each resumption has a job of its own. */
export const jobOf = (projectId: ProjectId, judgingId: JudgingId, now: number): NewJob => {
  const [work, id] = [workOf(projectId, judgingId), newId("job", now)];
  return { ...work, id, key: `${work.key}:${id}`, dueAt: now };
};
