// What is in force, what a promotion puts in its place, and the statements that do it.
import type { SQL } from "#kernel/db/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { aiConfig, modelAmong, type ModelChoice, mustBeConfigured, readChosen, writeChosen } from "#modules/ai";
import { choiceOf } from "#modules/ai/contract";
import { readSettings, type StoredSettings, type StoredVersion, writeVersion } from "#modules/assistant";
import { DEFAULT_GUIDANCE, type Guidance } from "#modules/assistant/contract";
import { hashOf } from "#modules/evaluation";
import { hashDiffers } from "./errors.ts";
import type { InForce, Stored } from "./queries.ts";

export type Ctx = RequestCtx<MemberPrincipal>;

/** The queries of what is in force, for `presentOf`. */
export const readPresent = (projectId: ProjectId) => [readSettings(projectId), readChosen(projectId)] as const;
export interface Present extends Stored, InForce {
  readonly guidance: Guidance;
  readonly enabled: boolean;
}
const nameOf = ({ provider, model }: ModelChoice): string => `${provider}/${model}`;
/** Throws `not_configured` where no model answers customers: then nothing is in force. */
export async function presentOf(
  ctx: Pick<Ctx, "config">,
  { enabled, current }: StoredSettings,
  chosen: Parameters<typeof modelAmong>[1],
): Promise<Present> {
  const choice = modelAmong(ctx, chosen, "reply");
  if (choice instanceof Refusal) throw choice;
  const model = nameOf(choice);
  const guidance = current?.guidance ?? DEFAULT_GUIDANCE;
  return { model, guidance, enabled, version: current?.version ?? 0, hash: await hashOf(model, guidance) };
}

export interface Target {
  readonly choice: ModelChoice;
  readonly guidance: Guidance;
}
/**
 * Model and guidance exactly as they were hashed. `version`: the stored one, undefined if it does not exist. Throws `conflict` if they can't be
 * restored, `not_configured` if the model can't be called.
 */
export async function targetOf(
  ctx: Pick<Ctx, "config">,
  { model, version, hash }: Stored,
  saved: StoredVersion | undefined,
): Promise<Target> {
  const choice = choiceOf(model);
  const guidance = saved?.guidance ?? (version === 0 ? DEFAULT_GUIDANCE : undefined);
  if (choice === undefined || guidance === undefined || (await hashOf(model, guidance)) !== hash) throw hashDiffers();
  mustBeConfigured(aiConfig(ctx.config), choice);
  return { choice, guidance };
}

/** Puts the target in force where `when` holds, in the batch of the decision. Guidance that is in force already gets no new version. */
export const putInForce = (
  { projectId, accountId }: MemberPrincipal,
  present: Present,
  { choice, guidance }: Target,
  { decision, now }: { readonly decision: string; readonly now: number },
  when: SQL,
): SQL[] => [
  writeChosen(projectId, "reply", choice, when),
  ...(JSON.stringify(guidance) === JSON.stringify(present.guidance)
    ? []
    : writeVersion(
        { projectId, clientId: `promotion:${decision}`, basedOn: present.version, enabled: present.enabled, guidance, by: accountId, now },
        when,
      )),
];
