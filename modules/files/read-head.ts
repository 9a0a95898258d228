// Reads the first bytes of a stored file, to detect its type.
import type { FileId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readOne } from "./queries.ts";

/** At most the first `bytes` of the file; undefined when its object is missing. */
export async function readHead(ctx: Pick<Ctx, "db" | "env">, id: FileId, bytes: number): Promise<Uint8Array | undefined> {
  const [file] = await ctx.db.read(readOne(id));
  if (!file) return undefined;
  const object = await ctx.env.FILES.get(file.objectKey, { range: { offset: 0, length: Math.min(bytes, file.size) } });
  return object ? new Uint8Array(await object.arrayBuffer()) : undefined;
}
