// Stores uploaded files. The original is kept for download; search uses its text.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, invalidRequest, notFound, Refusal, tooLarge, unsupportedType } from "#kernel/errors/index.ts";
import { announcedLength, readUpTo } from "#kernel/http/body.ts";
import { disposition } from "#kernel/http/disposition.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type KnowledgeItemId, type KnowledgeSourceId, newId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { newObjectKey } from "#kernel/objects/index.ts";
import { plainName } from "./file-name.ts";
import { sql } from "#kernel/db/index.ts";
import { m } from "#messages";
import { type Item, MAX_FILE_TEXT, MAX_ORIGINAL, MAX_PLAIN_ORIGINAL } from "./contract.ts";
import { hashOf } from "./write-item-document.ts";
import { writeFileJob } from "./index-file.ts";
import { fullOrRemoved } from "./manage-items.ts";
import * as queries from "./queries.ts";
import { deleteRemovedItems, writeUploadExpiry } from "./cleanup.ts";
import { fileKindOf, isPlain, matchesKind } from "./rules.ts";

type Member = RequestCtx<MemberPrincipal>;
const ALWAYS = sql`1`;

/** Stores the file. It is indexed at once if the worker extracts its text; otherwise the text follows. */
export async function uploadSourceFile(
  ctx: Member,
  sourceId: KnowledgeSourceId,
  input: { name: string; clientId: string },
): Promise<{ item: Item }> {
  const { projectId } = ctx.caller;
  const title = plainName(input.name);
  const found = fileKindOf(title);
  if (!found) throw unsupportedType(m.knowledge_sources_file_types());
  const size = announcedLength(ctx.request, isPlain(found.kind) ? MAX_PLAIN_ORIGINAL : MAX_ORIGINAL);
  const [source] = await ctx.db.read(queries.readSourceVisibility(projectId, sourceId));
  if (!source) throw notFound();
  if (source.kind !== "files") throw conflict(m.knowledge_sources_not_for_files());
  const now = ctx.clock.now();
  const id = newId("knowledgeItem", now);
  const objectKey = newObjectKey("k/");
  const [item] = await ctx.db.commitAndRead(
    [
      queries.writeItem(
        {
          id,
          projectId,
          source,
          title,
          content: "",
          state: "waiting",
          hash: hashOf(title, id),
          parts: 0,
          objectKey,
          type: found.type,
          clientId: input.clientId,
          createdBy: actorOf(ctx.caller),
          now,
        },
        ALWAYS,
      ),
      writeUploadExpiry(projectId, id, now, queries.isWaiting(id)),
    ],
    queries.readItemMade(projectId, input.clientId),
  );
  if (!item) throw fullOrRemoved();
  const isOther = item.title !== title || item.sourceId !== sourceId || (item.size > 0 && item.size !== size);
  if (isOther) throw conflict(m.knowledge_sources_same_file_id());
  if (item.size > 0 || item.state !== "waiting") {
    ctx.reply.status = 200;
    return { item: queries.shownItem(item) };
  }
  // A file whose first upload was interrupted is stored under this upload's key.
  try {
    await storeUpload(ctx, objectKey, size, (head) => matchesKind(found.kind, head));
  } catch (error) {
    // A file whose content does not match its name is removed at once; an incomplete upload may be repeated.
    if (error instanceof Refusal && error.code === "unsupported_type") {
      await ctx.db.commit([queries.writeExpireUpload(projectId, item.id)]);
      await deleteRemovedItems(ctx);
    }
    throw error;
  }
  const work = writeFileJob(item, ctx.clock.now());
  const [kept] = await ctx.db.commitAndRead(
    [
      queries.writeStored(item, objectKey, size, ctx.clock.now()),
      ...(isPlain(found.kind) ? [work.statement(queries.isStored(item.id))] : []),
    ],
    queries.readItem(projectId, item.id),
  );
  // Another upload of the same file finished first.
  if (kept?.objectKey !== objectKey) await ctx.env.FILES.delete(objectKey);
  if (!kept) throw notFound();
  if (isPlain(found.kind)) wakeJobs(ctx, [work.jobId]);
  return { item: queries.shownItem(kept) };
}

/** Streams the body to its object and checks its first bytes. Nothing is left behind if they do not fit. */
async function storeUpload(ctx: Member, objectKey: string, size: number, fits: (head: Uint8Array) => boolean): Promise<void> {
  const { readable, writable } = new FixedLengthStream(size);
  const put = ctx.env.FILES.put(objectKey, readable);
  let head = new Uint8Array(0);
  const look = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, control) {
      if (head.byteLength < 1024) {
        const more = new Uint8Array(head.byteLength + chunk.byteLength);
        more.set(head);
        more.set(chunk, head.byteLength);
        head = more;
      }
      control.enqueue(chunk);
    },
  });
  const sent = (ctx.request.body as ReadableStream<Uint8Array>).pipeThrough(look).pipeTo(writable);
  const [end] = await Promise.allSettled([sent, put]);
  if (end.status === "rejected" || !fits(head)) {
    await put.catch(() => undefined);
    await ctx.env.FILES.delete(objectKey);
    if (end.status === "rejected") throw invalidRequest([{ path: "body", message: m.knowledge_upload_stopped() }]);
    throw unsupportedType(m.knowledge_sources_wrong_content());
  }
  await put;
}

/** Stores the text that a browser extracted from the file. */
export async function sendFileText(ctx: Member, id: KnowledgeItemId): Promise<{ item: Item }> {
  const { projectId } = ctx.caller;
  const max = 4 * MAX_FILE_TEXT;
  announcedLength(ctx.request, max);
  const [item] = await ctx.db.read(queries.readItem(projectId, id));
  if (!item) throw notFound();
  if (item.objectKey === null) throw conflict(m.knowledge_sources_text_only_of_files());
  if (item.state !== "waiting" || item.textKey !== null) {
    if (item.textKey === null) throw conflict(m.knowledge_sources_text_extracted_here());
    return { item: queries.shownItem(item) };
  }
  if (item.size === 0) throw conflict(m.knowledge_sources_not_uploaded());
  const { bytes } = await readUpTo(ctx.request.body, max);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw invalidRequest([{ path: "body", message: m.knowledge_sources_text_not_utf8() }]);
  }
  if (text.length > MAX_FILE_TEXT) throw tooLarge(MAX_FILE_TEXT);
  if (text.trim() === "") throw invalidRequest([{ path: "body", message: m.knowledge_sources_file_empty() }]);
  const now = ctx.clock.now();
  const objectKey = newObjectKey("k/");
  await ctx.env.FILES.put(objectKey, text);
  const work = writeFileJob(item, now);
  const [kept] = await ctx.db.commitAndRead(
    [queries.writeText(item, objectKey, now), work.statement(queries.hasText(id, objectKey))],
    queries.readItem(projectId, id),
  );
  if (kept?.textKey !== objectKey) await ctx.env.FILES.delete(objectKey);
  if (!kept) throw notFound();
  wakeJobs(ctx, [work.jobId]);
  return { item: queries.shownItem(kept) };
}

/** The uploaded file, always as a download. */
export async function readOriginal(ctx: Member, id: KnowledgeItemId): Promise<Response> {
  const [item] = await ctx.db.read(queries.readItem(ctx.caller.projectId, id));
  const object = item?.objectKey ? await ctx.env.FILES.get(item.objectKey) : null;
  if (!item || !object || item.size === 0) throw notFound();
  return new Response(object.body, {
    headers: {
      "content-type": "application/octet-stream",
      "content-length": String(object.size),
      "content-disposition": disposition(item.title, false),
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  });
}
