// Serves a card to everybody. Its address has the hash of its bytes: they never change, so caches may keep them.
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { FileId, ProjectId } from "#kernel/ids/index.ts";
import { readKept } from "#modules/files";

/** 404 unless readers can open what the card is for. Caches may show it longer, also an upload that was removed. */
export async function serveImage(ctx: RequestCtx, fileId: FileId, projectId: ProjectId | undefined): Promise<Response> {
  if (projectId === undefined) throw notFound();
  const [[file]] = await ctx.db.read(readKept(projectId, [fileId]));
  const object = file?.inline === true ? await ctx.env.FILES.get(file.objectKey) : null;
  if (!file || !object) throw notFound();
  return new Response(object.body, {
    headers: {
      "content-type": file.type,
      "content-length": String(file.size),
      "content-disposition": "inline",
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "cross-origin",
      "access-control-allow-origin": "*",
      etag: object.httpEtag,
    },
  });
}
