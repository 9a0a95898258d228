// Compares the list of prices with the package that it is taken from, and what calls cost.
import { readFileSync } from "node:fs";
import { calcPrice, findProvider } from "@pydantic/genai-prices";
import { expect, test } from "vitest";
import { readConfig } from "#kernel/config/index.ts";
import { modelPrices, PROVIDERS } from "../../scripts/lib/model-prices.ts";
import { aiConfig, aiVariables } from "../../modules/ai/variables.ts";
import list from "../../modules/ai/prices/list.json" with { type: "json" };
import { offeredModels } from "../../modules/ai/prices/models.ts";
import { costOf, listedModel, PRICES_FROM } from "../../modules/ai/prices/price-of.ts";

const NOW = Date.parse("2026-11-23T12:00:00Z");
const ai = (source: Readonly<Record<string, string>> = {}) => aiConfig(readConfig(source, [aiVariables]));
const names = Object.entries(PROVIDERS) as [keyof typeof PROVIDERS, string][];

test("the list is that of the installed package", () => {
  const { version } = JSON.parse(readFileSync("node_modules/@pydantic/genai-prices/package.json", "utf8")) as { version: string };
  expect(list.package).toBe(`@pydantic/genai-prices ${version}`);
  expect(list.providers).toEqual(JSON.parse(JSON.stringify(modelPrices())));
  expect(PRICES_FROM).toMatch(/^20\d\d-\d\d-\d\d$/);
});

test.each(names)("every listed model of %s costs what the package says, at several sizes and days", (provider, providerId) => {
  const models = findProvider({ providerId })?.models ?? [];
  let compared = 0;
  for (const { id } of models) {
    if (!listedModel({ provider, model: id })) continue;
    for (const at of [NOW, Date.parse("2024-01-01T00:00:00Z"), Date.parse("2027-06-01T00:00:00Z")])
      for (const [input, cached, output] of [
        [1000, 0, 200],
        [150_000, 50_000, 9000],
        [300_000, 1, 1],
      ] as const) {
        const theirs = calcPrice({ input_tokens: input, cache_read_tokens: cached, output_tokens: output }, id, {
          providerId,
          timestamp: new Date(at),
        });
        const { cost, source } = costOf(ai(), { provider, model: id }, { input, cached, output }, at);
        expect(source, id).toBe("list");
        // Ours is rounded up to a millionth of a dollar.
        expect(cost - (theirs?.total_price ?? Number.NaN) * 1e6, `${id} ${input} ${at}`).toBeGreaterThan(-1e-3);
        expect(cost - (theirs?.total_price ?? Number.NaN) * 1e6, `${id} ${input} ${at}`).toBeLessThan(1);
        compared += 1;
      }
  }
  expect(compared).toBeGreaterThan(50);
});

test("dated names belong to their model", () => {
  expect(listedModel({ provider: "openai", model: "gpt-5-2025-08-07" })?.id).toBe("gpt-5");
  expect(listedModel({ provider: "openai", model: "gpt-nonsense" })).toBeUndefined();
});

test("an unknown model counts as the dearest of its provider, and more than any listed one", () => {
  for (const [provider] of names) {
    const tokens = { input: 1000, output: 1000 };
    const unknown = costOf(ai(), { provider, model: "made-up-model" }, tokens, NOW);
    expect(unknown.source).toBe("dearest");
    for (const { model } of offeredModels(ai(), provider, NOW))
      expect(unknown.cost, model).toBeGreaterThanOrEqual(costOf(ai(), { provider, model }, tokens, NOW).cost);
  }
  const vector = costOf(ai(), { provider: "openai", model: "text-embedding-made-up" }, { input: 1_000_000 }, NOW);
  expect(vector).toEqual({ cost: 130_000, source: "dearest" });
});

test("a price that the installation sets wins, also for a listed model; a server of one's own is free without one", () => {
  const prices = { AI_MODEL_PRICES: '{"openai/gpt-5":{"input":1,"output":2,"cachedInput":0.5},"own/llama":{"input":0.1,"output":0.1}}' };
  const tokens = { input: 1000, cached: 500, output: 100 };
  expect(costOf(ai(prices), { provider: "openai", model: "gpt-5" }, tokens, NOW)).toEqual({ cost: 500 + 250 + 200, source: "set" });
  expect(costOf(ai(prices), { provider: "own", model: "llama" }, tokens, NOW)).toEqual({ cost: 110, source: "set" });
  expect(costOf(ai(), { provider: "own", model: "llama" }, tokens, NOW)).toEqual({ cost: 0, source: "own" });
  const gateway = ai({ OPENAI_BASE_URL: "https://gateway.example/v1" });
  expect(costOf(gateway, { provider: "openai", model: "llama" }, tokens, NOW)).toEqual({ cost: 0, source: "own" });
  expect(costOf(gateway, { provider: "openai", model: "gpt-5" }, tokens, NOW).source).toBe("list");
  expect(offeredModels(ai(prices), "own", NOW)).toMatchObject([{ model: "llama", input: 0.1, output: 0.1 }]);
});

test("models that write text are offered, with size and price; no embeddings, voices or pictures", () => {
  for (const [provider] of names) {
    const offered = offeredModels(ai(), provider, NOW);
    expect(offered.length, provider).toBeGreaterThan(5);
    for (const one of offered) {
      expect(one.model).not.toMatch(/embed|whisper|tts|image|audio/);
      expect(one.input, one.model).not.toBeNull();
      expect(one.output, one.model).not.toBeNull();
    }
  }
  expect(offeredModels(ai(), "openai", NOW)).toContainEqual({
    model: "gpt-5",
    context: 400_000,
    input: 1.25,
    output: 10,
    tools: true,
    images: true,
  });
});
