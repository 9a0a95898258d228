// The job that continues a crawl. Its key includes the number of waits, so each wait has exactly one job.
import { type CrawlId, idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { job, writeJobs } from "#kernel/jobs/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import * as v from "valibot";

export const crawlJob = job("knowledge.crawl", v.object({ crawlId: idOf("crawl") }));

/** Stores the job of the crawl's `waits`th wait, if the condition holds. */
export function writeCrawlJob(
  run: { readonly id: CrawlId; readonly projectId: ProjectId; readonly waits: number },
  now: number,
  dueAt: number,
  when: SQL,
): { statement: SQL; jobId: string } {
  const jobId = newId("job", now);
  const key = `knowledge.crawl:${run.id}:${run.waits}`;
  return {
    statement: writeJobs(
      [{ id: jobId, kind: crawlJob.kind, key, payload: { crawlId: run.id }, projectId: run.projectId, dueAt }],
      now,
      when,
    ),
    jobId,
  };
}
