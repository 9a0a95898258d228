// Indexes an uploaded file one document at a time, so that an interruption costs only one.
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
/** Documents per invocation; each has up to hundreds of chunks. */
const SLICE = 3;

/** The job that indexes a file, with its statement. */
export function writeFileJob(
  item: { id: KnowledgeItemId; projectId: ProjectId },
  now: number,
): { statement: (when: SQL) => SQL; jobId: string } {
  const jobId = newId("job", now);
  const { id: itemId, projectId } = item;
  const key = `knowledge.index-file:${itemId}`;
  return {
    statement: (when) =>
      writeJobs([{ id: jobId, kind: fileJob.kind, key, payload: { projectId, itemId }, projectId, dueAt: now }], now, when),
    jobId,
  };
}

export const indexFileJob = handle(fileJob, async (ctx, { projectId, itemId }) => {
  const [item] = await ctx.db.read(queries.readItem(projectId, itemId));
  if (item?.state !== "waiting" || item.size === 0) return;
  const [source] = await ctx.db.read(queries.readVisibility(projectId, item.sourceId));
  if (!source) return;
  const now = ctx.clock.now();
  const end = (state: "ready" | "failed", error: string | null): Promise<unknown> =>
    ctx.db.commit([
      queries.writeSynced(projectId, source.id, now, queries.isWaiting(itemId)),
      // A partly indexed file must not be found.
      ...(state === "failed" ? writeRemoveDocuments(projectId, source.id, queries.keysOf([itemId]), sql`1`) : []),
      queries.writeItemEnd(item, { state, error, now }),
    ]);
  const text = await readFileText(ctx, item);
  if (text === undefined) throw new Error("the object of a stored file is not there");
  if (text.trim() === "") return void (await end("failed", m.knowledge_sources_file_empty()));
  const parts = partsOf(text);
  const [count = 0] = await ctx.db.read(queries.readDocumentCount(projectId));
  if (count + parts.length - item.parts > MAX_DOCUMENTS)
    return void (await end("failed", m.knowledge_sources_full_remove_some({ max: MAX_DOCUMENTS.toLocaleString("en") })));
  for (let n = item.parts + 1; n <= Math.min(parts.length, item.parts + SLICE); n += 1) {
    const when = sql`${queries.isWaiting(itemId)} AND ${queries.isUnchanged(projectId, source)}`;
    const writes = await writePartOf(item, source, n, parts[n - 1] ?? "", now, when);
    const changes = await ctx.db.commit([...writes, queries.writePart(item, n, when)]);
    // The source was changed in the meantime; the next slice reads it again.
    if (changes.at(-1) === 0) return "again";
  }
  if (item.parts + SLICE < parts.length) return "again";
  await end("ready", null);
  return;
});
