// Stores images of articles like any upload, and keeps them although no message has them.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ArticleId, FileId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { isKeptWithoutMessage, readHead, storeBytes, storeFile, writeKeep } from "#modules/files";
import { filePath } from "#modules/files/contract";
import { isMember } from "#modules/projects";
import { sql } from "#kernel/db/index.ts";
import { type ArticleImage, MAX_IMAGE_BYTES } from "./contract.ts";
import { articleExists, readHasFile, writeArticleFile } from "./queries.ts";
import { sizeOf } from "./size.ts";

// Sizes are near the start, but in a camera's JPEG a thumbnail and a colour profile come first.
const HEAD = 256_000;

/** Stores the request's body as an image of the article. Repeating a clientId answers the first one. */
export async function uploadForArticle(
  ctx: RequestCtx<MemberPrincipal>,
  articleId: ArticleId,
  query: { name: string; clientId: string },
): Promise<{ file: ArticleImage }> {
  const { projectId, accountId } = ctx.caller;
  const { file } = await storeFile(ctx, {
    projectId,
    // Includes the article, so that the same clientId for another article is another upload.
    owner: `${actorOf(ctx.caller)}/${articleId}`,
    contactId: null,
    name: query.name,
    clientId: query.clientId,
    maxBytes: MAX_IMAGE_BYTES,
    imagesOnly: true,
    counters: () => [],
    when: sql`${isMember(projectId, accountId)} AND ${articleExists(projectId, articleId)}`,
  });
  return { file: await attachImage(ctx, projectId, articleId, file.id) };
}

/**
 * Stores bytes as an image of the article, for an import. Undefined when they are not a raster image or too large, or the article is gone.
 * Repeating a clientId continues with the first image.
 */
export async function storeArticleImage(
  ctx: Pick<Ctx, "db" | "env" | "clock">,
  {
    projectId,
    articleId,
    name,
    bytes,
    clientId,
  }: { projectId: ProjectId; articleId: ArticleId; name: string; bytes: Uint8Array; clientId: string },
): Promise<ArticleImage | undefined> {
  if (bytes.byteLength === 0 || bytes.byteLength > MAX_IMAGE_BYTES || sizeOf(bytes) === undefined) return undefined;
  const file = await storeBytes(ctx, {
    projectId,
    owner: `import:${articleId}`,
    contactId: null,
    // Imported names often have a wrong extension; the type comes from the bytes.
    name: name.replace(/\.[a-z0-9]{1,8}$/i, ""),
    clientId,
    place: 0,
    bytes,
    when: articleExists(projectId, articleId),
  });
  return file?.inline === true ? await attachImage(ctx, projectId, articleId, file.id) : undefined;
}

async function attachImage(
  ctx: Pick<Ctx, "db" | "env" | "clock">,
  projectId: ProjectId,
  articleId: ArticleId,
  fileId: FileId,
): Promise<ArticleImage> {
  const head = await readHead(ctx, fileId, HEAD);
  const size = (head && sizeOf(head)) ?? { width: null, height: null };
  const stands = articleExists(projectId, articleId);
  const [held] = await ctx.db.commitAndRead(
    [
      writeKeep(projectId, fileId, stands),
      writeArticleFile(
        { projectId, articleId, fileId, size, now: ctx.clock.now() },
        sql`${stands} AND ${isKeptWithoutMessage(projectId, fileId)}`,
      ),
    ],
    readHasFile(projectId, articleId, fileId),
  );
  // The article was deleted meanwhile; the cron task removes the image.
  if (held !== true) throw notFound();
  return { fileId, url: filePath(fileId), ...size };
}
