// Reads and saves which models a project uses.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { audit } from "#modules/projects";
import { type ModelSettings, type Purpose, PURPOSES } from "../contract.ts";
import { offeredModels } from "../prices/models.ts";
import { PRICES_FROM } from "../prices/price-of.ts";
import { type ModelChoice, PROVIDERS } from "../contract/providers.ts";
import { chosenText, type ModelTest, readChosen, readTests, writeChosen } from "../queries.ts";
import { aiConfig, missingFor } from "../variables.ts";

type Ctx = RequestCtx<MemberPrincipal>;

/** What the settings screen shows. */
export function toSettings(ctx: Ctx, chosen: ReadonlyMap<Purpose, ModelChoice>, tests: readonly ModelTest[]): ModelSettings {
  const [ai, now] = [aiConfig(ctx.config), ctx.clock.now()];
  return {
    chosen: { reply: chosen.get("reply") ?? null, assist: chosen.get("assist") ?? null, context: chosen.get("context") ?? null },
    contextDefault: ai.contextModel ?? null,
    providers: PROVIDERS.map((provider) => ({
      provider,
      missing: missingFor({ provider }, ai),
      ownAddress: ai.baseUrls[provider] !== undefined,
      models: offeredModels(ai, provider, now),
    })),
    tests: tests.map(({ testedAt, ...test }) => ({ ...test, testedAt: iso(testedAt) })),
    pricesFrom: PRICES_FROM,
  };
}

export async function readSettings(ctx: Ctx): Promise<ModelSettings> {
  const { projectId } = ctx.caller;
  const [chosen, tests] = await ctx.db.read(readChosen(projectId), readTests(projectId));
  return toSettings(ctx, chosen, tests);
}

/** Saves all choices and notes in the audit log which of them changed. */
export async function saveSettings(ctx: Ctx, given: Readonly<Record<Purpose, ModelChoice | null>>): Promise<ModelSettings> {
  const { projectId } = ctx.caller;
  const changes = PURPOSES.map((field) => {
    const choice = given[field];
    return { field, from: chosenText(projectId, field), to: choice === null ? null : `${choice.provider}/${choice.model}` };
  });
  const [chosen, tests] = await ctx.db.commitAndRead(
    [audit(ctx, "ai.models_changed", { changes }, sql`1`), ...PURPOSES.map((purpose) => writeChosen(projectId, purpose, given[purpose]))],
    readChosen(projectId),
    readTests(projectId),
  );
  return toSettings(ctx, chosen, tests);
}
