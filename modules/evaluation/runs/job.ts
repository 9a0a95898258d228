// The job of a run.
import { type EvaluationRunId, idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { job, type NewJob } from "#kernel/jobs/index.ts";
import * as v from "valibot";

export const evaluationJob = job("evaluation.run", v.strictObject({ runId: idOf("evaluationRun") }));
/** What each job of a run has. */
export const workOf = (projectId: ProjectId, runId: EvaluationRunId): Omit<NewJob, "id" | "dueAt"> => ({
  ...{ kind: evaluationJob.kind, key: `evaluation.run:${runId}`, payload: { runId }, projectId },
});
/** Each start and each resumption has a job of its own. */
export const jobOf = (projectId: ProjectId, runId: EvaluationRunId, now: number): NewJob => {
  const [work, id] = [workOf(projectId, runId), newId("job", now)];
  return { ...work, id, key: `${work.key}:${id}`, dueAt: now };
};
