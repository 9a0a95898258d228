// Reindexes the documents of a source whose audience, language or assistant use has changed. Narrower visibility applies at once; wider
// visibility once this job has reached the document.
import { idOf, type KnowledgeSourceId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, writeJobs } from "#kernel/jobs/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import * as v from "valibot";
import { writeDocument } from "#modules/retrieval";
import { hashOf } from "./write-item-document.ts";
import * as queries from "./queries.ts";

const SLICE = 8;
const visibilityJob = job("knowledge.reach", v.object({ projectId: idOf("project"), sourceId: idOf("knowledgeSource") }));

/** The job that follows one change, with the statement that stores it. */
export function writeVisibilityJob(projectId: ProjectId, sourceId: KnowledgeSourceId, now: number): { statement: SQL; jobId: string } {
  const jobId = newId("job", now);
  return {
    statement: writeJobs(
      [{ id: jobId, kind: visibilityJob.kind, key: `knowledge.reach:${jobId}`, payload: { projectId, sourceId }, projectId, dueAt: now }],
      now,
    ),
    jobId,
  };
}

export const applyVisibilityJob = handle(visibilityJob, async (ctx, { projectId, sourceId }) => {
  const [source, stale] = await ctx.db.read(
    queries.readSourceVisibility(projectId, sourceId),
    queries.readStale(projectId, sourceId, SLICE),
  );
  if (!source || stale.length === 0) return;
  for (const document of stale) {
    const { id, key, title, url, content, updatedAt } = document;
    const { audience, assistant, locale } = source;
    const when = sql`${queries.isUnchanged(projectId, source)} AND ${queries.isSameDocument(projectId, document)}`;
    const hash = hashOf(title, content);
    await ctx.db.commit(
      writeDocument({ id, projectId, sourceId, key, title, url, locale, audience, assistant, content, hash, now: updatedAt }, when),
    );
  }
  return "again";
});
