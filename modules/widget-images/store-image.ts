// Stores and removes the widget's images.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { invalidRequest, notFound, unsupportedType } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { m } from "#messages";
import { sizeOf } from "#modules/articles";
import { readHead, storeFile, writeKeep } from "#modules/files";
import { isMember, audit } from "#modules/projects";
import { MAX_WIDGET_IMAGE_BYTES, WIDGET_IMAGE_SIDE, type WidgetImages, type WidgetImageUse } from "./contract.ts";
import { hasImage, isImage, readImages, writeFileGone, writeImage, writeImageGone } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const ADMINS = ["owner", "admin"] as const;
const isAdmin = ({ caller }: Ctx): SQL => isMember(caller.projectId, caller.accountId, ADMINS);

/** Stores the request's body as the image for this use, in place of the one before. Repeating a clientId changes nothing. */
export async function storeImage(
  ctx: Ctx,
  use: WidgetImageUse,
  given: { readonly name: string; readonly clientId: string },
): Promise<{ file: WidgetImages }> {
  const { projectId } = ctx.caller;
  const { file } = await storeFile(ctx, {
    ...{ projectId, name: given.name, clientId: given.clientId, contactId: null },
    owner: `${actorOf(ctx.caller)}/widget-image/${use}`,
    maxBytes: MAX_WIDGET_IMAGE_BYTES,
    imagesOnly: true,
    counters: () => [],
    when: isAdmin(ctx),
  });
  // What is refused here was not kept, so it is removed like any other upload that was given up.
  const head = await readHead(ctx, file.id, MAX_WIDGET_IMAGE_BYTES);
  const size = head && sizeOf(head);
  if (!size) throw unsupportedType(m.widget_images_unreadable());
  const { min, max } = WIDGET_IMAGE_SIDE;
  if (size.width !== size.height || size.width < min || size.width > max)
    throw invalidRequest([{ path: "file", message: m.widget_images_size({ min, max }) }]);
  const place = { projectId, use };
  const isNew = sql`${isAdmin(ctx)} AND NOT ${isImage(place, file.id)}`;
  const stored = isImage(place, file.id);
  await ctx.db.commit([
    auditImage(ctx, use, "widget_images.stored", isNew),
    writeFileGone(place, isNew),
    writeImage(place, file.id, isNew),
    writeKeep(projectId, file.id, stored),
  ]);
  const [images] = await ctx.db.read(readImages(projectId));
  // Not an admin any more, or the upload was given up meanwhile.
  if (images[use]?.endsWith(file.id) !== true) throw notFound();
  return { file: images };
}

/** Removes the image for this use. Removing one that is not there succeeds. */
export async function removeImage(ctx: Ctx, use: WidgetImageUse): Promise<WidgetImages> {
  const { projectId } = ctx.caller;
  const place = { projectId, use };
  const may = sql`${isAdmin(ctx)} AND ${hasImage(place)}`;
  await ctx.db.commit([auditImage(ctx, use, "widget_images.removed", may), writeFileGone(place, may), writeImageGone(place, may)]);
  return (await ctx.db.read(readImages(projectId)))[0];
}

const auditImage = (ctx: Ctx, use: WidgetImageUse, action: string, when: SQL): SQL => audit(ctx, action, { detail: { use } }, when);
