// The job of a run.
import { type EvaluationRunId, idOf, type ModelCallId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { job, type NewJob } from "#kernel/jobs/index.ts";
import * as v from "valibot";

export const evaluationJob = job("evaluation.run", v.strictObject({ runId: idOf("evaluationRun") }));
/** Each start and each resumption has a job of its own. */
export const jobOf = (projectId: ProjectId, runId: EvaluationRunId, now: number): NewJob => {
  const id = newId("job", now);
  return { id, kind: evaluationJob.kind, key: `evaluation.run:${runId}:${id}`, payload: { runId }, projectId, dueAt: now };
};
/** Looks at a run when the worker that is asking a question by a call has to be done or dead. One for each call and time, however often it is stored. */
export const lookAt = (
  { projectId, id }: { readonly projectId: ProjectId; readonly id: EvaluationRunId },
  call: ModelCallId,
  dueAt: number,
  now: number,
): NewJob => ({
  ...{ id: newId("job", now), kind: evaluationJob.kind, key: `evaluation.run:${id}:${call}:${dueAt}` },
  ...{ payload: { runId: id }, projectId, dueAt },
});
