// The job of a run.
import { idOf, newId, type ProjectId, type SimulationRunId } from "#kernel/ids/index.ts";
import { job, type NewJob } from "#kernel/jobs/index.ts";
import * as v from "valibot";

export const simulationJob = job("simulations.run", v.strictObject({ runId: idOf("simulationRun") }));
/** Each start and each resumption has a job of its own. */
export const jobOf = (projectId: ProjectId, runId: SimulationRunId, now: number): NewJob => {
  const id = newId("job", now);
  return { id, kind: simulationJob.kind, key: `simulations.run:${runId}:${id}`, payload: { runId }, projectId, dueAt: now };
};
