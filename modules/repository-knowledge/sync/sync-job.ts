// Begins syncs. The key of a sync's job has the number of its waits, so each wait has exactly one job.
import { days, hours } from "#kernel/clock/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import { idOf, newId } from "#kernel/ids/index.ts";
import { job, writeJobs } from "#kernel/jobs/index.ts";
import { writeFilledState } from "#modules/knowledge-sources";
import * as v from "valibot";
import type { Chosen } from "../contract.ts";
import { isAt, KEY, type Stored, writeBegun } from "../queries.ts";

export const syncJob = job(
  KEY,
  v.object({ projectId: idOf("project"), sourceId: idOf("knowledgeSource"), syncs: v.number(), waits: v.number() }),
);

/** Stores the job of the sync's `waits`th wait, if the condition holds. */
export function writeSyncJob(
  { projectId, sourceId, syncs, waits }: Pick<Stored, "projectId" | "sourceId" | "syncs" | "waits">,
  now: number,
  dueAt: number,
  when: SQL,
): { statement: SQL; jobId: string } {
  const jobId = newId("job", now);
  const key = `${KEY}:${sourceId}:${syncs}:${waits}`;
  return {
    statement: writeJobs([{ id: jobId, kind: KEY, key, payload: { projectId, sourceId, syncs, waits }, projectId, dueAt }], now, when),
    jobId,
  };
}

/** When a source is synced next. Whatever is told by webhooks is read sooner. */
export const nextSync = (schedule: Chosen["schedule"], now: number): number | null =>
  schedule === "manual" ? null : now + (schedule === "hourly" ? hours(1) : days(1));

/** Begins the next sync; `anew`: in place of one that runs, whose choices no longer hold. */
export function writeSyncBegun(
  s: Pick<Stored, "projectId" | "sourceId" | "syncs" | "schedule">,
  now: number,
  anew: boolean,
): { statements: SQL[]; jobId: string } {
  const begun = isAt({ ...s, syncs: s.syncs + 1, step: "start" });
  const work = writeSyncJob({ ...s, syncs: s.syncs + 1, waits: 0 }, now, now, begun);
  return {
    statements: [
      writeBegun(s, nextSync(s.schedule, now), now, anew),
      writeFilledState(s.projectId, s.sourceId, "running", begun),
      work.statement,
    ],
    jobId: work.jobId,
  };
}
