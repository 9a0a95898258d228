// A mail is stored whole, with its receipt and its job, before anybody is told that it came. Nothing is decided about it here.
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

/** Bytes of a mail that are kept: more than any of the channels' mail servers take. The end of a larger one is not. */
export const MAX_RAW = 40 * 1024 * 1024;

export interface ReceivedMail {
  readonly door: Receipt["door"];
  /** The form of the bytes, by which they are read again. */
  readonly type: string;
  readonly envelopeFrom: string | null;
  readonly subject: string;
  readonly messageId: string | null;
  readonly targets: readonly { readonly projectId: ProjectId; readonly recipient: string; readonly address: string }[];
  /** What is to be stored, or where it is stored already (`storeAhead`). */
  readonly chunks: AsyncIterable<Uint8Array> | StoredAhead;
  /** How many bytes the chunks are. */
  readonly size: number;
  /** What makes it this mail, where two forms of one mail may differ in their bytes; else the bytes do. */
  readonly digest?: string;
}

/** An object that was stored before anybody knew whose mail it is; without a receipt it is dropped, or found by the schedule. */
export interface StoredAhead {
  readonly objectKey: string;
  readonly digest: string;
}
/** Stores a mail whose recipients stand behind more than is held in memory. `see` gets every chunk on its way. */
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

/** Stores the mail for each of its projects; what is there already stays as it is. Throws when a store fails: the channel's caller tries again. */
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
  // What came before has an object of its own.
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

/** Streams the mail to its object, hashing it on the way; never holds more than a chunk. */
async function storeFirst(
  ctx: Omit<Ctx, "caller">,
  key: string,
  { chunks, size, type }: { readonly chunks: AsyncIterable<Uint8Array>; readonly size: number; readonly type: string },
): Promise<string> {
  const kept = Math.min(size, MAX_RAW);
  // The object store takes no empty stream of a stated length.
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
    // Nobody reads from here on: without an end the next write would wait for ever.
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
