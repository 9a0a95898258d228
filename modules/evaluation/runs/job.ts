// The job of a run.
import { type EvaluationRunId, idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { job, type NewJob } from "#kernel/jobs/index.ts";
import * as v from "valibot";

export const evaluationJob = job("evaluation.run", v.strictObject({ runId: idOf("evaluationRun") }));
/** Each start and each resumption has a job of its own. */
export const jobOf = (projectId: ProjectId, runId: EvaluationRunId, now: number): NewJob => {
  const id = newId("job", now);
  return { id, kind: evaluationJob.kind, key: `evaluation.run:${runId}:${id}`, payload: { runId }, projectId, dueAt: now };
};
