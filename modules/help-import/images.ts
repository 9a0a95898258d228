// Downloads images of imported articles through the guarded fetch, and stores them as files of the article.
import { sha256 } from "#kernel/auth/index.ts";
import type { ArticleId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { safeFetch } from "#kernel/safe-fetch/index.ts";
import { storeArticleImage } from "#modules/articles";
import { MAX_IMAGE_BYTES } from "#modules/articles/contract";

/** Images kept per article, and how many are downloaded in parallel. */
const MAX_IMAGES = 60;
const AT_ONCE = 4;
const TIMEOUT = 10_000;
/** Milliseconds for all images of an article: a job has five minutes. */
const ENOUGH = 90_000;

/** Our paths of the downloaded images by their source URL. Failed ones are missing, and reported. */
export async function downloadImages(
  ctx: Ctx,
  projectId: ProjectId,
  articleId: ArticleId,
  urls: readonly string[],
): Promise<{ readonly kept: ReadonlyMap<string, string>; readonly failed: readonly string[] }> {
  const kept = new Map<string, string>();
  const failed: string[] = urls.slice(MAX_IMAGES);
  const left = urls.slice(0, MAX_IMAGES);
  const began = ctx.clock.now();
  const one = async (url: string): Promise<void> => {
    if (ctx.clock.now() - began > ENOUGH) return void failed.push(url);
    const answer = await safeFetch(ctx, url, {
      maxBytes: MAX_IMAGE_BYTES,
      timeout: TIMEOUT,
      accept: ["image/*", "application/octet-stream"],
      http: true,
    });
    if (!answer.ok) return void failed.push(url);
    const name = decodeURIComponentSafe(new URL(answer.url).pathname.split("/").at(-1) ?? "") || "image";
    const file = await storeArticleImage(ctx, {
      projectId,
      articleId,
      name: name.slice(0, 200),
      bytes: answer.bytes,
      // Derived from the URL, so that a retry finds the file of the first attempt.
      clientId: sha256(url),
    });
    if (file === undefined) failed.push(url);
    else kept.set(url, file.url);
  };
  const worker = async (): Promise<void> => {
    for (let url = left.shift(); url !== undefined; url = left.shift()) await one(url);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { kept, failed };
}

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll(/\p{Cc}/gu, "");
  } catch {
    return text;
  }
}
