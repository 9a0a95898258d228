// The model of research, and what a run costs at most.
import type { Config } from "#kernel/config/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { aiConfig, costOf, type ModelChoice, mustBeConfigured } from "#modules/ai";
import { choiceOf } from "#modules/ai/contract";
import { noModel } from "./errors.ts";
import { ASK_OUTPUT, MOST_INPUT } from "./rules.ts";
import { researchConfig } from "./variables.ts";

/** Throws `not_configured` with the names of what is missing. `without`: the refusal if no model is chosen. */
export function mustHaveModel(config: Config, without: () => Refusal = noModel): ModelChoice {
  const model = choiceOf(researchConfig(config).model ?? "");
  if (model === undefined) throw without();
  mustBeConfigured(aiConfig(config), model);
  return model;
}
/** The model, or the sentence why there is none. */
export function modelOrObstacle(config: Config, without?: () => Refusal): ModelChoice | string {
  try {
    return mustHaveModel(config, without);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
/** In US dollars. */
export const mostUsd = (config: Config, model: ModelChoice, now: number): number =>
  costOf(aiConfig(config), model, { input: MOST_INPUT, output: ASK_OUTPUT }, now).cost / 1e6;
