// Stores an upload: reserve, stream, commit. On failure the reservation is given back, at the latest by the cron task.
import { as, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import { conflict, invalidRequest, notFound, type Refusal, unsupportedType } from "#kernel/errors/index.ts";
import { announcedLength } from "#kernel/http/body.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ContactId, type ConversationId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { type Counter, firstFull, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import { createHash } from "node:crypto";
import { newObjectKey } from "#kernel/objects/index.ts";
import { m } from "#messages";
import { type Attachment, MAX_FILE_BYTES } from "./contract.ts";
import { fileExists, readOne, readUpload, toAttachment, writeAbandon, writePending, writeRelease, writeStored } from "./queries.ts";
import { safeName, sniff, SNIFF_BYTES, type Sniffed } from "./sniff.ts";

export interface Upload {
  readonly projectId: ProjectId;
  readonly owner: string;
  readonly contactId: ContactId | null;
  /** The conversation for which a member uploads it. */
  readonly conversationId?: ConversationId;
  readonly name: string;
  readonly clientId: string;
  /** A limit below the general one. */
  readonly maxBytes?: number;
  /** Accepts raster images only. */
  readonly imagesOnly?: boolean;
  /** Counters of this upload; `size` in bytes. */
  readonly counters: (size: number) => readonly Counter[];
  /** Holds while the uploader may upload. */
  readonly when: SQL;
}

/** Stores the request's raw body as a file that may then be attached. A repetition with the same clientId answers the first file. */
export async function storeFile(ctx: RequestCtx, upload: Upload): Promise<{ file: Attachment }> {
  const size = announcedLength(ctx.request, upload.maxBytes ?? MAX_FILE_BYTES);
  const now = ctx.clock.now();
  const id = newId("file", now);
  const counters = upload.counters(size);
  const name = safeName(upload.name);
  const objectKey = newObjectKey("f/");
  const [known, verdict] = await ctx.db.commitAndRead(
    [
      writePending(
        {
          id,
          projectId: upload.projectId,
          objectKey,
          name,
          size,
          owner: upload.owner,
          clientId: upload.clientId,
          contactId: upload.contactId,
          conversationId: upload.conversationId ?? null,
          counters,
          now,
        },
        upload.when,
      ),
      writeCounters(counters, fileExists(id)),
    ],
    readUpload(upload.projectId, upload.owner, upload.clientId),
    queryOne(sql`SELECT ${firstFull(counters)} ${as.numberOrNull("full")}`, (row) => row.full),
  );
  if (!known) {
    const full = verdict === null || verdict === undefined ? undefined : counters[verdict];
    throw full ? limitRefusal(full, now) : notFound();
  }
  if (known.id !== id) {
    const other = (): Refusal => conflict(m.files_same_client_id());
    if (known.name !== name || known.size !== size) throw other();
    if (known.state === "pending") throw conflict(m.files_still_uploading(), { pending: true });
    if ((await digestOf(ctx.request)) !== known.sha256) throw other();
    ctx.reply.status = 200;
    return { file: toAttachment(known) };
  }
  try {
    const found = await stream(ctx, objectKey, size, name, upload.imagesOnly ?? false);
    const [stored] = await ctx.db.commit([writeStored(id, found)]);
    if (stored === 0) throw conflict(m.files_upload_took_too_long());
    return { file: { id, name, type: found.type, size, inline: found.inline } };
  } catch (error) {
    // Perhaps only the answer of the last commit was lost: a file that is stored by now stays, and a retry finds it.
    const [kept] = await ctx.db.commitAndRead([writeAbandon(id)], readOne(id));
    if (!kept) {
      // The object first: the cron task removes a row without an object, but would never find an object without a row.
      await ctx.env.FILES.delete(objectKey);
      await ctx.db.commit(writeRelease(id));
    }
    throw error;
  }
}

/** The SHA-256 of the body, computed without holding more than a chunk of it. */
async function digestOf(request: Request): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) hash.update(chunk);
  return hash.digest("hex");
}

/** Streams the body to its object while detecting the type and hashing; never holds more than a chunk. */
async function stream(
  ctx: RequestCtx,
  objectKey: string,
  size: number,
  name: string,
  imagesOnly: boolean,
): Promise<Sniffed & { sha256: string }> {
  const hash = createHash("sha256");
  const reader = (ctx.request.body as ReadableStream<Uint8Array>).getReader();
  const { readable, writable } = new FixedLengthStream(size);
  const writer = writable.getWriter();
  let head = new Uint8Array(0);
  let found: Sniffed | undefined;
  let putFailed: unknown;
  const put = ctx.env.FILES.put(objectKey, readable).catch(async (error: unknown) => {
    putFailed = error;
    // Nothing reads any more: without the abort the next write would wait forever.
    await writer.abort(error).catch(() => undefined);
  });
  const detectType = (): void => {
    const sniffed = sniff(head, name);
    if (sniffed === "mislabelled") throw unsupportedType(m.files_wrong_content());
    if (imagesOnly && !sniffed.inline) throw unsupportedType(m.files_image_types());
    found = sniffed;
  };
  try {
    let seen = 0;
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw uploadInterrupted();
      });
      if (done) break;
      seen += value.byteLength;
      if (seen > size) throw invalidRequest([{ path: "body", message: m.files_too_long() }]);
      if (!found) {
        const more = new Uint8Array(head.byteLength + value.byteLength);
        more.set(head);
        more.set(value, head.byteLength);
        head = more;
        if (head.byteLength >= SNIFF_BYTES) detectType();
      }
      hash.update(value);
      await writer.write(value);
    }
    if (!found) detectType();
    if (seen < size) throw uploadInterrupted();
    await writer.close();
    await put;
  } catch (error) {
    // Our own abort makes the put fail too, so the first failure is the cause.
    const cause = putFailed ?? error;
    await reader.cancel(error).catch(() => undefined);
    await writer.abort(error).catch(() => undefined);
    await put;
    throw cause;
  }
  if (putFailed !== undefined) throw putFailed;
  if (!found) throw new Error("a file was stored without a look at it");
  return { ...(found as Sniffed), sha256: hash.digest("hex") };
}
/** For uploads that the client aborted: the storage is not at fault then. */
const uploadInterrupted = () => invalidRequest([{ path: "body", message: m.files_interrupted() }]);
