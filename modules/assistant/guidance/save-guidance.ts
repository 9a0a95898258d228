// Reads and saves whether the assistant answers, and its guidance. Each save is a version of its own.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { conflict, Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { m } from "#messages";
import { missingVariables, modelAmong, type ModelChoice, readChosen } from "#modules/ai";
import { changesBetween, audit } from "#modules/projects";
import { type AssistantSettings, DEFAULT_GUIDANCE, type Guidance, type GuidanceVersion } from "../contract/guidance.ts";
import { hasStored, readSettings, readStored, readVersions, type StoredSettings, writeVersion } from "../store/settings.ts";

type Ctx = RequestCtx<MemberPrincipal>;

function toWire({ enabled, current }: StoredSettings, model: ModelChoice | Refusal): AssistantSettings {
  return {
    enabled,
    version: current?.version ?? 0,
    guidance: current?.guidance ?? DEFAULT_GUIDANCE,
    savedAt: isoOrNull(current?.savedAt),
    savedBy: current?.savedBy ?? null,
    obstacle: model instanceof Refusal ? { sentence: model.message, variables: missingVariables(model) } : null,
  };
}

export async function readAssistant(ctx: Ctx): Promise<AssistantSettings> {
  const { projectId } = ctx.caller;
  const [settings, chosen] = await ctx.db.read(readSettings(projectId), readChosen(projectId));
  return toWire(settings, modelAmong(ctx, chosen, "reply"));
}

export async function saveAssistant(
  ctx: Ctx,
  given: { readonly clientId: string; readonly basedOn: number; readonly enabled: boolean; readonly guidance: Guidance },
): Promise<AssistantSettings> {
  const { projectId, accountId } = ctx.caller;
  const version = { ...given, projectId, by: accountId, now: ctx.clock.now() };
  const [insert, ...then] = writeVersion(version);
  const [{ enabled, current }] = await ctx.db.read(readSettings(projectId));
  const changes = [
    ...changesBetween(kept(current?.guidance ?? DEFAULT_GUIDANCE), kept(given.guidance)),
    { field: "enabled", from: current && inWord(enabled), to: inWord(given.enabled) },
    { field: "version", from: current?.version, to: given.basedOn + 1 },
  ];
  const entry = audit(ctx, "assistant.changed", { changes }, hasStored(version));
  const [stored, settings, chosen] = await ctx.db.commitAndRead(
    [...(insert === undefined ? [] : [insert]), entry, ...then],
    readStored(version),
    readSettings(projectId),
    readChosen(projectId),
  );
  if (!stored) throw conflict(m.assistant_changed_meanwhile());
  return toWire(settings, modelAmong(ctx, chosen, "reply"));
}

const inWord = (on: boolean): string => (on ? "on" : "off");
/** What the audit log keeps of a guidance. */
const kept = ({ rules, ...rest }: Guidance) => ({ ...rest, rules: rules.map((rule) => Object.values(rule).join(" → ")) });

export async function listVersions(ctx: Ctx): Promise<{ items: GuidanceVersion[] }> {
  const [versions] = await ctx.db.read(readVersions(ctx.caller.projectId));
  return { items: versions.map(({ savedAt, ...version }) => ({ ...version, savedAt: iso(savedAt) })) };
}
