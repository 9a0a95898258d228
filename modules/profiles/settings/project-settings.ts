// Reads and changes whether a project keeps profiles.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { isoOrNull } from "#kernel/clock/index.ts";
import { conflict, Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { chosenModel } from "#modules/ai";
import { audit } from "#modules/projects";
import { m } from "#messages";
import type { ProfileSettings } from "../contract.ts";
import { readCount, readSettings, type Settings, writeSwitch } from "../settings-queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;

export async function loadSettings(ctx: Ctx): Promise<ProfileSettings> {
  const [settings, profiles] = await ctx.db.read(readSettings(ctx.caller.projectId), readCount(ctx.caller.projectId));
  return await toSettings(ctx, settings, profiles);
}

export async function toSettings(ctx: Ctx, settings: Settings | undefined, profiles: number): Promise<ProfileSettings> {
  const choice = await chosenModel(ctx, ctx.caller.projectId, "context").catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
  const isMissing = choice instanceof Refusal;
  return {
    on: settings?.on ?? false,
    obstacle: isMissing ? choice.message : null,
    model: isMissing ? null : `${choice.provider}/${choice.model}`,
    profiles,
    deletion:
      settings === undefined || (settings.deletingSince === null && settings.deletedAt === null)
        ? null
        : {
            state: settings.deletingSince === null ? "done" : "running",
            finishedAt: isoOrNull(settings.deletedAt),
            profiles: settings.deletedProfiles,
            statements: settings.deletedStatements,
            of: settings.deletingProfiles,
          },
  };
}

/** Off: runs under way store nothing any more, and waiting jobs end without one. */
export async function switchProfiles(ctx: Ctx, on: boolean): Promise<ProfileSettings> {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const [settings, profiles] = await ctx.db.commitAndRead(
    [writeSwitch(projectId, on, now), audit(ctx, "profiles.switched", { detail: { on: String(on) } })],
    readSettings(projectId),
    readCount(projectId),
  );
  if (on && settings?.on !== true) throw conflict(m.profiles_being_deleted());
  return await toSettings(ctx, settings, profiles);
}
