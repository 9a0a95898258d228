// The job of a run.
import { idOf, type LeadResearchRunId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { job, type NewJob } from "#kernel/jobs/index.ts";
import * as v from "valibot";

export const researchJob = job("lead-research.run", v.strictObject({ runId: idOf("leadResearchRun") }));
export const jobOf = (projectId: ProjectId, runId: LeadResearchRunId, now: number): NewJob => ({
  ...{ id: newId("job", now), kind: researchJob.kind, key: `lead-research.run:${runId}`, payload: { runId } },
  ...{ projectId, dueAt: now },
});
