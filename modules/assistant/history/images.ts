// The images of the customer's messages, for models that read them.
import type { MessageId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readBytesOf } from "#modules/files";

/** Messages whose images are looked at, images, and bytes of one: the newest first. */
export const MOST_MESSAGES = 3;
const MOST_IMAGES = 4;
const MOST_BYTES = 3_500_000;
/** What every provider reads. */
const READABLE: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);
export interface Picture {
  readonly mediaType: string;
  readonly data: Uint8Array;
}
export const readPictures = (projectId: ProjectId, messages: readonly string[]): ReturnType<typeof readBytesOf>[] =>
  messages.map((id) => readBytesOf(projectId, id as MessageId));

/** Their bytes; an image that is too large, of another type, or gone is left out. */
export async function picturesOf(
  ctx: Pick<Ctx, "env">,
  files: readonly { type: string; size: number; objectKey: string }[],
): Promise<Picture[]> {
  const chosen = files.filter(({ type, size }) => READABLE.has(type) && size <= MOST_BYTES).slice(-MOST_IMAGES);
  const read = chosen.map(async ({ type, objectKey }): Promise<Picture[]> => {
    const object = await ctx.env.FILES.get(objectKey);
    return object ? [{ mediaType: type, data: new Uint8Array(await object.arrayBuffer()) }] : [];
  });
  return (await Promise.all(read)).flat();
}
