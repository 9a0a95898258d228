// Reads the studio and its images; changes and removes images.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { conflict, notFound, Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { StudioImageId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { missingVariables } from "#modules/ai";
import { audit } from "#modules/projects";
import type { Studio, StudioImage } from "./contract.ts";
import { mostUsd, settingOrObstacle } from "./image-model.ts";
import { type Change, imageIsThere, readImage, readImages, readLook, readNewest, writeChange, writeImageGone } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const PAGE = 24;

export async function readStudio(ctx: Ctx): Promise<Studio> {
  const { projectId } = ctx.caller;
  const [look, run] = await ctx.db.read(readLook(projectId), readNewest(projectId));
  const setting = settingOrObstacle(ctx.config);
  const rest = { look, run: run ?? null };
  if (setting instanceof Refusal)
    return {
      ...{
        obstacle: setting.message,
        missing: missingVariables(setting),
        model: null,
        size: null,
        quality: null,
        newUsd: null,
        changedUsd: null,
      },
      ...rest,
    };
  const { choice, size, quality } = setting;
  return {
    ...{ obstacle: null, missing: [], model: `${choice.provider}/${choice.model}`, size, quality },
    ...{ newUsd: mostUsd(ctx.config, setting, false), changedUsd: mostUsd(ctx.config, setting, true) },
    ...rest,
  };
}

export async function listImages(ctx: Ctx, cursor: string | undefined): Promise<{ items: StudioImage[]; next: string | null }> {
  const [found] = await ctx.db.read(readImages(ctx.caller.projectId, decodeCursor(cursor)?.id, PAGE + 1));
  const items = found.slice(0, PAGE);
  const last = items.at(-1);
  return { items, next: found.length > PAGE && last ? encodeCursor([0, last.id]) : null };
}

export async function changeImage(ctx: Ctx, id: StudioImageId, change: Change): Promise<{ image: StudioImage }> {
  const { projectId } = ctx.caller;
  const [image] = await ctx.db.commitAndRead([writeChange(projectId, id, change, ctx.clock.now())], readImage(projectId, id));
  if (!image) throw notFound();
  // Repeating it is safe.
  if (image.revision !== change.revision + 1 || image.alt !== change.alt || image.kept !== change.kept)
    throw conflict(m.image_studio_changed(), { image });
  return { image };
}

export async function deleteImage(ctx: Ctx, id: StudioImageId): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const entry = audit(ctx, "image_studio.deleted", { detail: { image: id } }, imageIsThere(projectId, id));
  const [deleted] = await ctx.db.commit([entry, ...writeImageGone({ id, projectId })]);
  if (deleted === 0) throw notFound();
  return { ok: true };
}
