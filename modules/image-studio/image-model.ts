// The model of images, its size and quality, and what an image costs at most.
import type { Config } from "#kernel/config/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { aiConfig, IMAGE_QUALITIES, imageEstimate, type ImageQuality, makesImages, type ModelChoice, mustBeConfigured } from "#modules/ai";
import { choiceOf } from "#modules/ai/contract";
import { notSetUp, wrongModel, wrongQuality, wrongSize } from "./errors.ts";
import { isSize, MAX_TOLD } from "./rules.ts";
import { IMAGE_VARIABLES, imageConfig } from "./variables.ts";

export interface ImageSetting {
  readonly choice: ModelChoice;
  readonly size: string;
  readonly quality: ImageQuality;
}
/** Throws `not_configured` with the names of what is missing or can't be used. */
export function mustHaveSetting(config: Config): ImageSetting {
  const set = imageConfig(config);
  const missing = IMAGE_VARIABLES.filter((name) => (set[name] ?? "") === "");
  if (missing.length > 0) throw notSetUp(missing);
  const choice = choiceOf(set.BRAND_IMAGE_MODEL ?? "");
  if (choice === undefined || !makesImages(choice)) throw wrongModel();
  const size = set.BRAND_IMAGE_SIZE ?? "";
  if (!isSize(size)) throw wrongSize();
  const quality = IMAGE_QUALITIES.find((one) => one === set.BRAND_IMAGE_QUALITY);
  if (quality === undefined) throw wrongQuality();
  mustBeConfigured(aiConfig(config), choice);
  return { choice, size, quality };
}
/** The setting, or why there is none. */
export function settingOrObstacle(config: Config): ImageSetting | Refusal {
  try {
    return mustHaveSetting(config);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
/** The most that one image costs, in US dollars. */
export const mostUsd = (config: Config, { choice, size, quality }: ImageSetting, edits: boolean): number =>
  imageEstimate(aiConfig(config), choice, { size, quality, edits }, MAX_TOLD) / 1e6;
