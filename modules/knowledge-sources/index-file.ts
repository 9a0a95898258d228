// Indexes an uploaded file part by part; each part becomes one document. An interruption costs only the part under way.
import { numberText } from "#kernel/language/numbers.ts";
import { idOf, type KnowledgeItemId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, writeJobs } from "#kernel/jobs/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import * as v from "valibot";
import { writeRemoveDocuments } from "#modules/retrieval";
import { m } from "#messages";
import { MAX_DOCUMENTS } from "./contract.ts";
import { writePartOf } from "./write-item-document.ts";
import { readFileText } from "./file-text.ts";
import * as queries from "./queries.ts";
import { partsOf } from "./rules.ts";

const fileJob = job("knowledge.index-file", v.object({ projectId: idOf("project"), itemId: idOf("knowledgeItem") }));
/** Each part has up to hundreds of chunks, and their statements have to fit into one invocation. */
const PARTS_PER_SLICE = 3;

/** The statement that queues the job of a file, and the job's id for `wakeJobs`. */
export function writeFileJob(
  item: { id: KnowledgeItemId; projectId: ProjectId },
  now: number,
): { statement: (guard: SQL) => SQL; jobId: string } {
  const jobId = newId("job", now);
  const { id: itemId, projectId } = item;
  const key = `knowledge.index-file:${itemId}`;
  return {
    statement: (guard) =>
      writeJobs([{ id: jobId, kind: fileJob.kind, key, payload: { projectId, itemId }, projectId, dueAt: now }], now, guard),
    jobId,
  };
}

export const indexFileJob = handle(fileJob, async (ctx, { projectId, itemId }) => {
  const [item] = await ctx.db.read(queries.readItem(projectId, itemId));
  // Size 0: the upload has not arrived. Storing it queues the job again, and one that never arrives is cleaned up.
  if (item?.state !== "waiting" || item.size === 0) return;
  const [source] = await ctx.db.read(queries.readSourceVisibility(projectId, item.sourceId));
  if (!source) return;
  const now = ctx.clock.now();
  const finish = (state: "ready" | "failed", error: string | null): Promise<unknown> =>
    ctx.db.commit([
      queries.writeSynced(projectId, source.id, now, queries.isWaiting(itemId)),
      // A partly indexed file must not be found.
      ...(state === "failed" ? writeRemoveDocuments(projectId, source.id, queries.documentKeysOf([itemId]), sql`1`) : []),
      queries.writeItemFinished(item, { state, error, now }),
    ]);
  const text = await readFileText(ctx, item);
  if (text === undefined) throw new Error("the object of a stored file is not there");
  if (text.trim() === "") return void (await finish("failed", m.knowledge_sources_file_empty()));
  const parts = partsOf(text);
  const [count = 0] = await ctx.db.read(queries.readDocumentCount(projectId));
  if (count + parts.length - item.parts > MAX_DOCUMENTS)
    return void (await finish("failed", m.knowledge_sources_full_remove_some({ max: numberText(MAX_DOCUMENTS) })));
  for (let n = item.parts + 1; n <= Math.min(parts.length, item.parts + PARTS_PER_SLICE); n += 1) {
    const guard = sql`${queries.isWaiting(itemId)} AND ${queries.isUnchanged(projectId, source)}`;
    const writes = await writePartOf(item, source, n, parts[n - 1] ?? "", now, guard);
    const changes = await ctx.db.commit([...writes, queries.writePartsDone(item, n, guard)]);
    // The source was changed in the meantime; the next slice reads it again.
    if (changes.at(-1) === 0) return "again";
  }
  if (item.parts + PARTS_PER_SLICE < parts.length) return "again";
  await finish("ready", null);
  return;
});
