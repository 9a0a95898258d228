// Which model a project uses for a purpose, and what is missing to call it.
import { Refusal } from "#kernel/errors/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { AI_KEY_VARIABLES } from "#kernel/config/index.ts";
import { m } from "#messages";
import type { Purpose } from "../contract.ts";
import { modelNotConfigured } from "../errors.ts";
import { titleOf } from "./model-error.ts";
import { type ModelChoice, PROVIDERS } from "../contract/providers.ts";
import { readChosen } from "../queries.ts";
import { type AiConfig, aiConfig, BASE_URLS, missingFor } from "../variables.ts";

/** Throws `not_configured` with the names of what this model lacks. */
export function mustBeConfigured(ai: AiConfig, choice: ModelChoice): void {
  const missing = missingFor(choice, ai);
  if (missing.length > 0) throw modelNotConfigured(missing, m.ai_key_missing({ title: titleOf(choice), variables: missing.join(", ") }));
}

const hasProvider = (ai: AiConfig): boolean => PROVIDERS.some((provider) => missingFor({ provider }, ai).length === 0);

/** The model that the project uses for the purpose, or why it cannot use one: only what is really missing. */
async function choiceOrObstacle(ctx: Pick<Ctx, "db" | "config">, projectId: ProjectId, purpose: Purpose): Promise<ModelChoice | Refusal> {
  const [chosen] = await ctx.db.read(readChosen(projectId));
  return modelAmong(ctx, chosen, purpose);
}

/** The same from choices that were read already by `readChosen`. */
export function modelAmong(ctx: Pick<Ctx, "config">, chosen: ReadonlyMap<Purpose, ModelChoice>, purpose: Purpose): ModelChoice | Refusal {
  const ai = aiConfig(ctx.config);
  const choice = chosen.get(purpose) ?? (purpose === "context" ? ai.contextModel : undefined);
  if (choice === undefined)
    return hasProvider(ai)
      ? modelNotConfigured([], m.ai_choose_model())
      : modelNotConfigured([...AI_KEY_VARIABLES, BASE_URLS.own], m.ai_no_provider());
  const missing = missingFor(choice, ai);
  return missing.length === 0
    ? choice
    : modelNotConfigured(missing, m.ai_key_missing({ title: titleOf(choice), variables: missing.join(", ") }));
}

/** Why the project cannot use a model for the purpose. Undefined if it can. */
export async function modelObstacle(...asked: Parameters<typeof choiceOrObstacle>): Promise<Refusal | undefined> {
  const found = await choiceOrObstacle(...asked);
  return found instanceof Refusal ? found : undefined;
}

/** The model that the project uses for the purpose. Throws `not_configured`. */
export async function chosenModel(...asked: Parameters<typeof choiceOrObstacle>): Promise<ModelChoice> {
  const found = await choiceOrObstacle(...asked);
  if (found instanceof Refusal) throw found;
  return found;
}
