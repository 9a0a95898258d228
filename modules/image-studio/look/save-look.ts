// Saves how images look, and how long unused ones stay.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { m } from "#messages";
import { audit, changesBetween } from "#modules/projects";
import type { Look } from "../contract.ts";
import { readLook, writeLook } from "../queries.ts";

const kept = ({ colors, tone, keepDays }: Look) => ({ colors, tone, keepDays });

/** Repeating it is safe. Throws `conflict` with the newer look. */
export async function saveLook(ctx: RequestCtx<MemberPrincipal>, given: Look): Promise<Look> {
  const { projectId, accountId } = ctx.caller;
  const [before] = await ctx.db.read(readLook(projectId));
  const [saves, ...then] = writeLook(projectId, given, accountId, ctx.clock.now());
  const changes = changesBetween(kept(before), kept(given));
  const [stored] = await ctx.db.commitAndRead(
    [...(saves ? [saves, audit(ctx, "image_studio.look_changed", { changes })] : []), ...then],
    readLook(projectId),
  );
  if (JSON.stringify(stored) !== JSON.stringify({ ...stored, ...given, revision: given.revision + 1 }))
    throw conflict(m.image_studio_changed(), { look: stored });
  return stored;
}
