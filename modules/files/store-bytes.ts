// Stores a file that arrived inside something else, such as a mail or an imported article: reserved, stored and committed like an upload,
// but not counted against upload limits.
import type { ContactId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { newObjectKey } from "#kernel/objects/index.ts";
import { createHash } from "node:crypto";
import type { SQL } from "#kernel/db/index.ts";
import type { Attachment } from "./contract.ts";
import { readUpload, toAttachment, writePending, writeStored } from "./queries.ts";
import { safeName, sniff, SNIFF_BYTES } from "./sniff.ts";

/**
 * Stores the bytes as a file that `owner` may then attach. A repetition with the same clientId, which must have the same bytes, continues
 * with the first file. Undefined when `when` does not hold.
 */
export async function storeBytes(
  ctx: Pick<Ctx, "db" | "env" | "clock">,
  file: {
    readonly projectId: ProjectId;
    readonly owner: string;
    readonly contactId: ContactId | null;
    readonly name: string;
    readonly clientId: string;
    /** Position among the files of one message, which are shown in the order of their ids. */
    readonly place: number;
    readonly bytes: Uint8Array;
    readonly when: SQL;
  },
): Promise<Attachment | undefined> {
  const now = ctx.clock.now();
  const name = safeName(file.name);
  const { projectId, owner, contactId, clientId, bytes } = file;
  const objectKey = newObjectKey("f/");
  const reserved = { id: newId("file", now + file.place), projectId, objectKey, name, size: bytes.byteLength, owner, clientId, contactId };
  const [known] = await ctx.db.commitAndRead(
    [writePending({ ...reserved, conversationId: null, counters: [], now }, file.when)],
    readUpload(projectId, owner, clientId),
  );
  if (!known) return undefined;
  if (known.state === "stored" || known.state === "attached") return toAttachment(known);
  if (known.state === "removing") throw new Error("the file of an earlier try is being removed");
  const sniffed = sniff(bytes.subarray(0, SNIFF_BYTES), name);
  // Nobody can rename it, so a mislabelled file is served as a download of unknown type.
  const found = sniffed === "mislabelled" ? { type: "application/octet-stream", inline: false } : sniffed;
  // An interrupted earlier try may have stored only the row, so the object is written again.
  await put(ctx, known.objectKey, bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const [stored] = await ctx.db.commit([writeStored(known.id, { ...found, sha256 })]);
  if (stored === 0) throw new Error("the file took too long to store");
  return { ...toAttachment(known), ...found };
}

const put = (ctx: Pick<Ctx, "env">, objectKey: string, bytes: Uint8Array) => ctx.env.FILES.put(objectKey, bytes);
