// Removes sources and items in slices: documents first, then objects, then rows. After the first batch none of them can be found.
import { hours } from "#kernel/clock/index.ts";
import { idOf, type KnowledgeItemId, type KnowledgeSourceId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, wakeJobs, job, writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import * as v from "valibot";
import { writeRemoveDocuments } from "#modules/retrieval";
import * as queries from "./queries.ts";

const SLICE = 20;
const ALWAYS = sql`1`;
const cleanupJob = job("knowledge.remove-source", v.object({ projectId: idOf("project"), sourceId: idOf("knowledgeSource") }));

/** The job that removes a source, with the statement that stores it. */
export function writeSourceCleanup(projectId: ProjectId, sourceId: KnowledgeSourceId, now: number): { statement: SQL; jobId: string } {
  const jobId = newId("job", now);
  const key = `knowledge.remove-source:${sourceId}`;
  return {
    statement: writeJobs([{ id: jobId, kind: cleanupJob.kind, key, payload: { projectId, sourceId }, projectId, dueAt: now }], now),
    jobId,
  };
}

/** Removes the items from search; their rows stay until their objects are deleted. */
export const writeItemsRemoved = (
  projectId: ProjectId,
  sourceId: KnowledgeSourceId,
  ids: readonly KnowledgeItemId[],
  when: SQL = ALWAYS,
): SQL[] => [
  ...writeRemoveDocuments(projectId, sourceId, queries.documentKeysOf(ids), when),
  queries.writeItemsRemoving(projectId, ids, when),
];

export const removeSourceJob = handle(cleanupJob, async (ctx, { projectId, sourceId }) => {
  const [ids] = await ctx.db.read(queries.readItemsOf(projectId, sourceId, SLICE));
  if (ids.length === 0) {
    await deleteRemovedItems(ctx);
    await ctx.db.commit([queries.writeSourceEmptied(projectId, sourceId)]);
    return;
  }
  await ctx.db.commit(writeItemsRemoved(projectId, sourceId, ids));
  await deleteRemovedItems(ctx);
  return "again";
});

/** Deletes the objects of removed items, then the rows. */
export async function deleteRemovedItems(ctx: Pick<Ctx, "db" | "env">): Promise<void> {
  const [removing] = await ctx.db.read(queries.readRemoving(100));
  if (removing.length === 0) return;
  const objects = removing.flatMap((item) => item.objects);
  if (objects.length > 0) await ctx.env.FILES.delete(objects);
  await ctx.db.commit([queries.writeItemsGone(removing.map(({ id }) => id))]);
}

const uploadJob = job("knowledge.expire-upload", v.object({ projectId: idOf("project"), itemId: idOf("knowledgeItem") }));
/** How long an upload may take. */
const UPLOAD_TIMEOUT = hours(1);
/** The job that removes an upload that never arrived, so that nothing has to scan all files for one. */
export const writeUploadExpiry = (projectId: ProjectId, itemId: KnowledgeItemId, now: number, when: SQL): SQL =>
  writeJobs(
    [
      {
        ...{ id: newId("job", now), kind: uploadJob.kind, key: `${uploadJob.kind}:${itemId}` },
        ...{ payload: { projectId, itemId }, projectId, dueAt: now + UPLOAD_TIMEOUT },
      },
    ],
    now,
    when,
  );
export const expireUploadJob = handle(uploadJob, async (ctx, { projectId, itemId }) => {
  await ctx.db.commit([queries.writeExpireUpload(projectId, itemId)]);
  await deleteRemovedItems(ctx);
});

/** Resumes removals that were interrupted. */
export async function resumeSourceCleanup(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [sources] = await ctx.db.read(queries.readRemovingSources(5));
  await deleteRemovedItems(ctx);
  for (const { id, projectId } of sources) {
    const cleanup = writeSourceCleanup(projectId, id, now);
    await ctx.db.commit([cleanup.statement]);
    wakeJobs(ctx, [cleanup.jobId]);
  }
}
