// Stores a mail with its receipt and its job before the channel acknowledges it. Makes no decision about it.
import { keyedHash, sha256 } from "#kernel/auth/index.ts";
import { newId, type ProjectId, type ReceiptId } from "#kernel/ids/index.ts";
import { wakeJobs, type NewJob, writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";
import { createHash } from "node:crypto";
import type { Receipt } from "../contract.ts";
import { admitMail, keyOfAdmission } from "../admit-job.ts";
import { dropObjects, putObject, reserveObjects } from "./objects.ts";
import { readExisting, receiptExists, writeReceipt, writeTaken } from "../queries.ts";

/** Bytes of a mail that are kept: more than the channels' mail servers accept. The rest is cut. */
export const MAX_RAW = 40 * 1024 * 1024;

export interface ReceivedMail {
  readonly door: Receipt["door"];
  /** Content type of the bytes, by which they are parsed later. */
  readonly type: string;
  readonly envelopeFrom: string | null;
  readonly subject: string;
  readonly messageId: string | null;
  readonly targets: readonly { readonly projectId: ProjectId; readonly recipient: string; readonly address: string }[];
  /** The bytes to store, or the object where they are stored already (`storeAhead`). */
  readonly chunks: AsyncIterable<Uint8Array> | StoredAhead;
  /** Total bytes of the chunks. */
  readonly size: number;
  /** Identifies the mail if the same mail may arrive in different bytes; absent: the bytes do. */
  readonly digest?: string;
}

/** An object stored before its projects are known. Without a receipt it is deleted, at the latest by the schedule. */
export interface StoredAhead {
  readonly objectKey: string;
  readonly digest: string;
}
/** Stores a mail whose recipients come after more data than memory can hold. `see` gets every chunk on the way. */
export async function storeAhead(
  ctx: Omit<Ctx, "caller">,
  body: { readonly chunks: AsyncIterable<Uint8Array>; readonly size: number; readonly type: string },
  see: (chunk: Uint8Array) => void,
): Promise<StoredAhead> {
  const [objectKey = ""] = await reserveObjects(ctx, 1);
  async function* seen(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body.chunks) {
      see(chunk);
      yield chunk;
    }
  }
  return { objectKey, digest: await storeFirst(ctx, objectKey, { ...body, chunks: seen() }) };
}

/**
 * Stores the mail for each of its projects; mail that was stored before stays as it is. Throws if storing fails, so that the channel's
 * caller retries.
 */
export async function storeMail(ctx: Omit<Ctx, "caller">, came: ReceivedMail): Promise<void> {
  const now = ctx.clock.now();
  const { chunks, size, type } = came;
  const ahead = "objectKey" in chunks ? chunks : undefined;
  const keys = [...(ahead ? [ahead.objectKey] : []), ...(await reserveObjects(ctx, came.targets.length - (ahead ? 1 : 0)))];
  const [first = ""] = keys;
  const bytesDigest = "objectKey" in chunks ? chunks.digest : await storeFirst(ctx, first, { chunks, size, type });
  for (const key of keys.slice(1)) {
    const stored = await ctx.env.FILES.get(first);
    if (!stored) throw new Error("the mail that was just stored is not there");
    await putObject(ctx, key, stored.body, came.type);
  }
  const digest = came.digest ?? bytesDigest;
  const receipts = await Promise.all(
    came.targets.map(async ({ projectId, recipient, address }, i) => ({
      id: newId("receipt", now),
      projectId,
      identityHash: await keyedHash(ctx.env, ctx.db, ["mail", projectId, recipient, came.messageId ?? "", digest].join("\n")),
      objectKey: keys[i] ?? "",
      envelopeFrom: came.envelopeFrom,
      envelopeTo: recipient,
      waitsFor: address,
      subject: came.subject,
      size: came.size,
      door: came.door,
      error: came.size > MAX_RAW ? m.inbound_email_too_large() : null,
    })),
  );
  const jobs = receipts.map(({ id, projectId }) => admissionOf(id, projectId, now));
  const [existing] = await ctx.db.commitAndRead(
    receipts.flatMap((receipt, i) => [
      writeReceipt(receipt, now),
      writeJobs(jobs.slice(i, i + 1), now, receiptExists(receipt.id)),
      writeTaken([receipt.objectKey], receiptExists(receipt.id)),
    ]),
    readExisting(receipts.map(({ id }) => id)),
  );
  // A mail that was stored before has an object of its own.
  await dropObjects(
    ctx,
    receipts.flatMap(({ id, objectKey }) => (existing.includes(id) ? [] : [objectKey])),
  );
  wakeJobs(
    { ...ctx, caller: { kind: "gateway" } },
    jobs.flatMap(({ id }, i) => (existing.includes(receipts[i]?.id ?? "") ? [id] : [])),
  );
}

export const admissionOf = (receiptId: ReceiptId, projectId: ProjectId, now: number): NewJob => ({
  id: newId("job", now),
  kind: admitMail.kind,
  key: keyOfAdmission(receiptId),
  payload: { receiptId },
  projectId,
  dueAt: now,
});

/** Streams the mail to its object and hashes it on the way; holds no more than a chunk in memory. */
async function storeFirst(
  ctx: Omit<Ctx, "caller">,
  key: string,
  { chunks, size, type }: { readonly chunks: AsyncIterable<Uint8Array>; readonly size: number; readonly type: string },
): Promise<string> {
  const kept = Math.min(size, MAX_RAW);
  // The object store does not accept an empty stream with a declared length.
  if (kept === 0) {
    await putObject(ctx, key, "", type);
    return sha256("");
  }
  const hash = createHash("sha256");
  const { readable, writable } = new FixedLengthStream(kept);
  const writer = writable.getWriter();
  let failed: { error: unknown } | undefined;
  const put = putObject(ctx, key, readable, type).catch(async (error: unknown) => {
    failed = { error };
    // Stop reading here; otherwise the next write would wait forever.
    await writer.abort(error).catch(() => undefined);
  });
  try {
    let seen = 0;
    for await (const chunk of chunks) {
      const part = chunk.subarray(0, kept - seen);
      hash.update(part);
      await writer.write(part);
      seen += part.byteLength;
      if (seen === kept) break;
    }
    if (seen < kept) throw new Error("the mail was cut short on its way in");
    await writer.close();
    await put;
  } catch (error) {
    const cause = failed?.error ?? error;
    await writer.abort(cause).catch(() => undefined);
    await put;
    throw cause;
  }
  if (failed) throw failed.error;
  return hash.digest("hex");
}
