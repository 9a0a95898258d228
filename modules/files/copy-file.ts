// Copies a stored file, so that it can be attached to a message while the first one stays where it is.
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { newObjectKey } from "#kernel/objects/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import type { Attachment } from "./contract.ts";
import { readUpload, type StoredFile, toAttachment, writePending, writeStored } from "./queries.ts";

/**
 * Copies the file for `owner`, who may then attach it in the conversation. A repetition with the same clientId continues with the first
 * copy. Undefined when `when` does not hold, or the first file's bytes are gone.
 */
export async function copyFile(
  ctx: Pick<Ctx, "db" | "env" | "clock">,
  from: StoredFile,
  to: {
    readonly projectId: ProjectId;
    readonly owner: string;
    readonly conversationId: ConversationId;
    readonly clientId: string;
    /** Position among the files of one message, which are shown in the order of their ids. */
    readonly place: number;
    readonly when: SQL;
  },
): Promise<Attachment | undefined> {
  const now = ctx.clock.now();
  const { projectId, owner, conversationId, clientId } = to;
  const { name, size, type, inline, sha256 } = from;
  const objectKey = newObjectKey("f/");
  const reserved = { id: newId("file", now + to.place), projectId, objectKey, name, size, owner, clientId, contactId: null };
  const [known] = await ctx.db.commitAndRead(
    [writePending({ ...reserved, conversationId, counters: [], now }, to.when)],
    readUpload(projectId, owner, clientId),
  );
  if (!known || known.state === "removing") return undefined;
  if (known.state === "stored" || known.state === "attached") return toAttachment(known);
  const source = await ctx.env.FILES.get(from.objectKey);
  if (!source) return undefined;
  // Streamed: a reply may have several large files.
  const { readable, writable } = new FixedLengthStream(size);
  await Promise.all([source.body.pipeTo(writable), put(ctx, known.objectKey, readable)]);
  const [stored] = await ctx.db.commit([writeStored(known.id, { type, inline, sha256: sha256 ?? "" })]);
  return stored === 0 ? undefined : { ...toAttachment(known), type, inline };
}

const put = (ctx: Pick<Ctx, "env">, objectKey: string, bytes: ReadableStream) => ctx.env.FILES.put(objectKey, bytes);
