// Money and configuration of runs. Without I/O, except that a configuration is hashed.
import type { Config } from "#kernel/config/index.ts";
import { isLoopbackName } from "#kernel/config/index.ts";
import { minutes, seconds } from "#kernel/clock/index.ts";
import { mostTokens } from "#modules/assistant";
import type { Guidance } from "#modules/assistant/contract";
import { ceilingsOf, costOf, aiConfig, micros, type ModelChoice, mustBeConfigured } from "#modules/ai";
import { choiceOf } from "#modules/ai/contract";
import { MAX_QUESTION } from "#modules/retrieval/contract";
import { SYNTHETIC } from "./contract.ts";
import { noCeilingFor, noCeilings, noModel, priceAbove, syntheticOff, syntheticOnlyLocal } from "./errors.ts";
import { evaluationConfig, type PriceCeiling } from "./variables.ts";

/** Milliseconds for one question. */
export const MODEL_TIME = seconds(60);
/** A question that is being asked for this long is not asked any more: its worker died. Longer than the model's time. */
export const DEAD_AFTER = minutes(3);
/** Of the project's day, for all evaluation together. Answers to customers keep the other half. */
export const SHARE = 0.5;
export const PURPOSE = "evaluation" as const;

/** Half of what the project may spend in a day, in millionths of a US dollar. */
export const shareOf = (config: Config): number => micros(ceilingsOf(config).spendUsdPerProject) * SHARE;

/** Millionths of a US dollar as a text in dollars, rounded up, so that what is shown covers what it says. */
export const usd = (cost: number): string => (Math.ceil(cost / 100) / 1e4).toFixed(4);

/** What a run asks: a model with its price ceiling, or the built-in one. */
export type Asked =
  | { readonly kind: "model"; readonly choice: ModelChoice; readonly ceiling: PriceCeiling }
  | { readonly kind: "synthetic" };
/** For what depends on a model's window: as large as that of an unlisted model. */
const STAND_IN: ModelChoice = { provider: "own", model: SYNTHETIC };
export const choiceIn = (asked: Asked): ModelChoice => (asked.kind === "model" ? asked.choice : STAND_IN);

/** The application is on this computer alone: no origin is set, or one on loopback. */
const isLocal = ({ appOrigin }: Config): boolean =>
  appOrigin === undefined || (URL.canParse(appOrigin) && isLoopbackName(new URL(appOrigin).hostname));
/** Throws why the built-in model can't be used: it is off, or the installation is not local. */
function mustBeSynthetic(config: Config, host: string | undefined): void {
  if (!evaluationConfig(config).synthetic) throw syntheticOff();
  if (!isLocal(config) || (host !== undefined && !isLoopbackName(host))) throw syntheticOnlyLocal();
}
/** The ceiling of a model: of its full name, or of its name without the provider. */
const ceilingFor = (config: Config, { provider, model }: ModelChoice): PriceCeiling | undefined => {
  const { ceilings } = evaluationConfig(config);
  return ceilings.get(`${provider}/${model}`) ?? ceilings.get(model);
};
/**
 * What a run with this model asks. `host`: of the request; undefined in a job. Throws `not_configured` with what is missing, `invalid_request` for
 * a text that names no model, `forbidden` for the built-in one on a public installation.
 */
export function askedBy(config: Config, model: string, now: number, host?: string): Asked {
  if (model === SYNTHETIC) {
    mustBeSynthetic(config, host);
    return { kind: "synthetic" };
  }
  const choice = choiceOf(model);
  if (choice === undefined) throw noModel();
  const ai = aiConfig(config);
  mustBeConfigured(ai, choice);
  if (evaluationConfig(config).ceilings.size === 0) throw noCeilings();
  const ceiling = ceilingFor(config, choice);
  if (ceiling === undefined) throw noCeilingFor(model);
  // A million tokens of each kind: what is known to cost more than its ceiling is not asked at all.
  const dear =
    costOf(ai, choice, { input: 1e4, output: 0 }, now).cost > ceiling.input * 1e4 ||
    costOf(ai, choice, { input: 0, output: 1e4 }, now).cost > ceiling.output * 1e4;
  if (dear) throw priceAbove(model);
  return { kind: "model", choice, ceiling };
}
/** The models that can be offered: those with a ceiling of their full name, and the built-in one. */
export function offeredModels(config: Config, now: number, host: string): string[] {
  return [...evaluationConfig(config).ceilings.keys(), SYNTHETIC].filter((model) => {
    try {
      askedBy(config, model, now, host);
      return true;
    } catch {
      return false;
    }
  });
}
/** The most that one question may cost, in millionths of a US dollar: all tokens that it may have, at the ceiling's prices. */
export function mostOf(asked: Asked, guidance: Guidance): number {
  if (asked.kind === "synthetic") return 0;
  const { input, output } = mostTokens(asked.choice, guidance, "x".repeat(MAX_QUESTION));
  return Math.ceil(input * asked.ceiling.input + output * asked.ceiling.output);
}
/** SHA-256 of model and guidance, in hex: two runs with the same one tried the same. */
export async function hashOf(model: string, guidance: Guidance): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify([model, guidance])));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
/** What the built-in model says: the first sentence of the best passage, with itself as the quote. Always the same for the same knowledge. */
export function syntheticDraft(sources: readonly { readonly id: string; readonly text: string }[]): string {
  const [source] = sources;
  const nothing = { sentences: [], question: "", reason: "" };
  const sentence = /[^.!?\n#]+[.!?]?/u
    .exec(source?.text ?? "")?.[0]
    .trim()
    .slice(0, 500);
  if (source === undefined || !sentence) return JSON.stringify({ ...nothing, kind: "hand_over", reason: "There is no passage." });
  return JSON.stringify({
    ...nothing,
    kind: "answer",
    sentences: [{ text: sentence.replaceAll(/[*_`]/g, ""), citations: [{ source: source.id, quote: sentence }] }],
  });
}
