// The job of a run.
import { idOf, newId, type ProjectId, type SimulationRunId } from "#kernel/ids/index.ts";
import { job, type NewJob } from "#kernel/jobs/index.ts";
import * as v from "valibot";

export const simulationJob = job("simulations.run", v.strictObject({ runId: idOf("simulationRun") }));
/** What each job of it has. */
export const workOf = (projectId: ProjectId, runId: SimulationRunId): Omit<NewJob, "id" | "dueAt"> => ({
  ...{ kind: simulationJob.kind, key: `simulations.run:${runId}`, payload: { runId }, projectId },
});
/** Each start and each resumption has a job of its own. */
export const jobOf = (projectId: ProjectId, runId: SimulationRunId, now: number): NewJob => {
  const [work, id] = [workOf(projectId, runId), newId("job", now)];
  return { ...work, id, key: `${work.key}:${id}`, dueAt: now };
};
