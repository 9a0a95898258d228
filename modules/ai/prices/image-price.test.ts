import { expect, test } from "vitest";
import type { AiConfig } from "../variables.ts";
import { imageCostOf, mostImageTokens } from "./image-price.ts";

const ai = (change: Partial<AiConfig> = {}): AiConfig => ({
  keys: {},
  baseUrls: {},
  contextModel: undefined,
  prices: new Map(),
  ...change,
});
const openai = (model: string) => ({ provider: "openai", model }) as const;
const TOKENS = { words: 1000, pixels: 1000, output: 1000 };

test.each([
  ["gpt-image-1", 5000 + 10_000 + 40_000, "list"],
  ["gpt-image-1-mini", 2000 + 2500 + 8000, "list"],
  ["gpt-image-1.5", 5000 + 8000 + 32_000, "list"],
  ["gpt-image-2-2026-04-21", 5000 + 8000 + 30_000, "list"],
  ["something-new", 5000 + 10_000 + 40_000, "dearest"],
])("%s: %d millionths, from %s", (model, cost, source) => expect(imageCostOf(ai(), openai(model), TOKENS)).toEqual({ cost, source }));

test("a price that is set goes before the list; an unlisted model behind an address of one's own is free", () => {
  const prices = new Map([["openai/gpt-image-1", { input: 1, output: 2 }]]);
  expect(imageCostOf(ai({ prices }), openai("gpt-image-1"), TOKENS)).toEqual({ cost: 4000, source: "set" });
  expect(imageCostOf(ai(), { provider: "own", model: "flux" }, TOKENS)).toEqual({ cost: 0, source: "own" });
  expect(imageCostOf(ai({ baseUrls: { openai: "https://x.example" } }), openai("mine"), TOKENS).source).toBe("own");
  expect(imageCostOf(ai({ baseUrls: { openai: "https://x.example" } }), openai("gpt-image-1"), TOKENS).source).toBe("list");
});

// Tokens of images as OpenAI's guide lists them for gpt-image-1.
test.each([
  ["1024x1024", "low", 272],
  ["1536x1024", "medium", 1568],
  ["1024x1536", "high", 6240],
] as const)("%s in %s quality has fewer tokens than the most that is counted before", (size, quality, listed) => {
  expect(mostImageTokens({ size, quality, edits: false }, 100).output).toBeGreaterThanOrEqual(listed);
  expect(mostImageTokens({ size, quality, edits: true }, 100).pixels).toBeGreaterThan(0);
});
