// The job of a run.
import { idOf, type ImageRunId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { job, type NewJob } from "#kernel/jobs/index.ts";
import * as v from "valibot";

export const imageJob = job("image-studio.run", v.strictObject({ runId: idOf("imageRun") }));
export const jobOf = (projectId: ProjectId, runId: ImageRunId, now: number): NewJob => ({
  ...{ id: newId("job", now), kind: imageJob.kind, key: `image-studio.run:${runId}`, payload: { runId } },
  ...{ projectId, dueAt: now },
});
