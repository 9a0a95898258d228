// Stores an image for the settings: a raster image whose size is known, and a cover large enough for link previews.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { invalidRequest, unsupportedType } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { FileId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { sizeOf } from "#modules/articles";
import { readHead, storeFile } from "#modules/files";
import { filePath } from "#modules/files/contract";
import { isMember } from "#modules/projects";
import { m } from "#messages";
import { type HelpImage, type ImageUse, MAX_HELP_IMAGE_BYTES, MIN_COVER } from "./contract.ts";

// Sizes are near the start, but in a camera's JPEG a thumbnail and a colour profile come first.
const HEAD = 256_000;
const ADMINS = ["owner", "admin"] as const;

/** The owner of uploads for the settings. Only these files may become public by saving the settings. */
export const ownerOfImages = (caller: MemberPrincipal): string => `${actorOf(caller)}/help-center`;

/** Stores the request's body. Repeating a clientId answers the first image. */
export async function storeHelpImage(
  ctx: RequestCtx<MemberPrincipal>,
  { name, clientId, use }: { name: string; clientId: string; use: ImageUse },
): Promise<{ file: HelpImage }> {
  const { projectId, accountId } = ctx.caller;
  const { file } = await storeFile(ctx, {
    projectId,
    owner: ownerOfImages(ctx.caller),
    contactId: null,
    name,
    clientId,
    maxBytes: MAX_HELP_IMAGE_BYTES,
    imagesOnly: true,
    counters: () => [],
    when: isMember(projectId, accountId, ADMINS),
  });
  const size = await readImageSize(ctx, file.id);
  // What is refused here was not attached to anything, so it is removed like any other upload that was given up.
  if (!size) throw unsupportedType(m.help_center_image_unreadable());
  if (use === "cover" && (size.width < MIN_COVER.width || size.height < MIN_COVER.height))
    throw invalidRequest([{ path: "file", message: m.help_center_cover_too_small(MIN_COVER) }]);
  return { file: { fileId: file.id, url: filePath(file.id), ...size } };
}

/** Its size as displayed; undefined when the bytes do not show it. */
export async function readImageSize(ctx: Pick<Ctx, "db" | "env">, fileId: FileId): Promise<{ width: number; height: number } | undefined> {
  const head = await readHead(ctx, fileId, HEAD);
  return head && sizeOf(head);
}
