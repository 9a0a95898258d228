// What images of models cost. The price list has one price of output for each model and does not tell words from pixels, so the prices of image
// models are here: from the pages of their provider (developers.openai.com, models and pricing), 2026-11.
import type { ModelChoice } from "../contract/providers.ts";
import type { AiConfig } from "../variables.ts";
import type { Cost } from "./price-of.ts";

/** US dollars for a million tokens. */
interface ImagePrice {
  readonly words: number;
  /** Of images that are edited. */
  readonly pixels: number;
  readonly output: number;
}
/** By the beginning of the name; the first that fits counts. */
const PRICES: readonly (readonly [RegExp, ImagePrice])[] = [
  [/^gpt-image-1-mini/, { words: 2, pixels: 2.5, output: 8 }],
  [/^gpt-image-1\.5/, { words: 5, pixels: 8, output: 32 }],
  [/^gpt-image-1(?![.\d])/, { words: 5, pixels: 10, output: 40 }],
  [/^gpt-image-2/, { words: 5, pixels: 8, output: 30 }],
];
/** Of a model that is not listed, so that spending cannot exceed a ceiling unnoticed. */
const DEAREST: ImagePrice = { words: 5, pixels: 10, output: 40 };

/** The qualities whose price is bounded. */
export const IMAGE_QUALITIES = ["low", "medium", "high"] as const;
export type ImageQuality = (typeof IMAGE_QUALITIES)[number];
/** Tokens of an image of 1024 × 1024 pixels at most, of the models above; larger images have more in proportion. */
const TOKENS: Readonly<Record<ImageQuality, number>> = { low: 500, medium: 2000, high: 7500 };
/** Tokens of an image that is edited, at most: read in detail, of the largest size that is accepted here. */
const TOKENS_OF_EDITED = 12_000;

export interface ImageTokens {
  readonly words: number;
  readonly pixels: number;
  readonly output: number;
}
export interface ImageWish {
  /** Such as `1536x1024`. */
  readonly size: string;
  readonly quality: ImageQuality;
  /** Whether it changes an image. */
  readonly edits: boolean;
}
export const pixelsOf = (size: string): readonly [width: number, height: number] => {
  const [width = 0, height = 0] = size.split("x").map(Number);
  return [width, height];
};
/** The most tokens that one image may have. */
export function mostImageTokens({ size, quality, edits }: ImageWish, words: number): ImageTokens {
  const [width, height] = pixelsOf(size);
  return {
    words,
    pixels: edits ? TOKENS_OF_EDITED : 0,
    output: Math.ceil(TOKENS[quality] * Math.max(1, (width * height) / 2 ** 20)),
  };
}

/**
 * What these tokens cost. A price in `AI_MODEL_PRICES` goes before the list; an unlisted model behind an address of one's own is free, and any
 * other counts as the dearest.
 */
export function imageCostOf(ai: AiConfig, { provider, model }: ModelChoice, tokens: ImageTokens): Cost {
  const charge = ({ words, pixels, output }: ImagePrice): number =>
    Math.ceil(Math.round((tokens.words * words + tokens.pixels * pixels + tokens.output * output) * 1e6) / 1e6);
  const set = ai.prices.get(`${provider}/${model}`);
  if (set) return { cost: charge({ words: set.input, pixels: set.input, output: set.output }), source: "set" };
  const listed = provider === "own" ? undefined : PRICES.find(([name]) => name.test(model))?.[1];
  if (listed) return { cost: charge(listed), source: "list" };
  if (provider === "own" || ai.baseUrls[provider] !== undefined) return { cost: 0, source: "own" };
  return { cost: charge(DEAREST), source: "dearest" };
}
