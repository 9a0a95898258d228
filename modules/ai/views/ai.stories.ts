// Stories of the pages of models, for the browser suite.
import { answer, fixtureId, frame, LONG, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { AiUsage, InstallationUsage, ModelSettings, ModelTestResult } from "../contract.ts";

const DOWN = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");
const model = (name: string, input: number, output: number, images: boolean | null = true) => ({
  model: name,
  context: 400_000,
  input,
  output,
  tools: true,
  images,
});

const settings = (change: Partial<ModelSettings> = {}): ModelSettings => ({
  chosen: { reply: { provider: "openai", model: "gpt-5-mini" }, assist: { provider: "own", model: "qwen3:8b" }, context: null },
  contextDefault: { provider: "openai", model: "gpt-5-nano" },
  providers: [
    {
      provider: "openai",
      missing: [],
      ownAddress: false,
      models: [model("gpt-5", 1.25, 10), model("gpt-5-mini", 0.25, 2), model("gpt-5-nano", 0.05, 0.4)],
    },
    { provider: "anthropic", missing: ["ANTHROPIC_API_KEY"], ownAddress: false, models: [model("claude-haiku-4-5", 1, 5)] },
    { provider: "google", missing: ["GOOGLE_GENERATIVE_AI_API_KEY"], ownAddress: false, models: [model("gemini-2.5-flash", 0.3, 2.5)] },
    { provider: "mistral", missing: [], ownAddress: true, models: [model("mistral-small-latest", 0.1, 0.3)] },
    { provider: "xai", missing: ["XAI_API_KEY"], ownAddress: false, models: [model("grok-4", 3, 15)] },
    { provider: "groq", missing: ["GROQ_API_KEY"], ownAddress: false, models: [model("llama-3.3-70b-versatile", 0.59, 0.79, false)] },
    { provider: "own", missing: [], ownAddress: true, models: [] },
  ],
  tests: [
    { provider: "own", model: "qwen3:8b", testedAt: "2026-11-02T09:14:00.000Z", works: true, tools: true, images: false },
    { provider: "openai", model: "gpt-5", testedAt: "2026-11-02T09:12:00.000Z", works: false, tools: null, images: null },
  ],
  pricesFrom: "2026-09-23",
  ...change,
});
const NOTHING = settings({
  chosen: { reply: null, assist: null, context: null },
  contextDefault: null,
  providers: settings().providers.map((one) => ({
    ...one,
    missing: one.provider === "own" ? ["MODEL_SERVER_URL"] : [`${one.provider.toUpperCase()}_API_KEY`],
    ownAddress: false,
  })),
  tests: [],
});
const result = (change: Partial<ModelTestResult> = {}) =>
  answer({
    result: {
      works: true,
      problem: null,
      took: 840,
      inputTokens: 412,
      outputTokens: 36,
      costUsd: 0.000175,
      source: "list",
      tools: true,
      images: true,
      ...change,
    },
    settings: settings(),
  });
const ceiling = (used: number, of: number): AiUsage["spend"] => ({
  used,
  ceiling: of,
  state: used >= of ? "reached" : used >= 0.8 * of ? "near" : "below",
});
const item = (purpose: string, provider: string, name: string, costUsd: number, change: Partial<AiUsage["items"][number]> = {}) => ({
  purpose,
  provider,
  model: name,
  calls: 12,
  failed: 0,
  inputTokens: 48_210,
  outputTokens: 3120,
  costUsd,
  estimated: 0,
  ...change,
});
const usage = (spent: number, change: Partial<AiUsage> = {}) =>
  answer({
    day: "2026-11-23",
    resetsAt: "2026-11-24T00:00:00.000Z",
    spend: ceiling(spent, 10),
    replies: ceiling(41, 200),
    contextRuns: ceiling(0, 500),
    items: [
      item("test", "openai", "gpt-5-mini", 0.0184, { failed: 1 }),
      item("embedding", "openai", "text-embedding-3-small", 0.000964, { outputTokens: 0 }),
      item("test", "groq", "made-up-model", 0.4, { estimated: 12 }),
    ],
    pricesFrom: "2026-09-23",
    ...change,
  } satisfies AiUsage);

// Functions, so that a build without stories drops all of this.
function declareModels(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/ai`;
  const ready = { ...frame(), readModelSettings: answer(settings()) };
  const test = "click:Test: Answers to customers";
  return [
    { name: "models", path, answers: ready },
    { name: "models, nothing set up", path, answers: { ...frame(), readModelSettings: answer(NOTHING) } },
    {
      name: "models, key missing",
      path,
      answers: {
        ...frame(),
        readModelSettings: answer(
          settings({ chosen: { reply: { provider: "anthropic", model: "claude-haiku-4-5" }, assist: null, context: null } }),
        ),
      },
    },
    { name: "models loading", path, answers: { ...frame(), readModelSettings: "hang" } },
    { name: "models not read", path, answers: { ...frame(), readModelSettings: DOWN } },
    { name: "models offline", path, answers: { ...frame(), readModelSettings: "offline" } },
    { name: "models, no permission", path, answers: frame("operator") },
    { name: "models, read only", path, answers: { ...frame("admin"), readModelSettings: answer(settings()) } },
    { name: "model tested", path, answers: { ...ready, testModel: result() }, act: test },
    {
      name: "model tested, without a price",
      path,
      answers: { ...ready, testModel: result({ source: "dearest", tools: false, images: null }) },
      act: test,
    },
    {
      name: "model test refused by the provider",
      path,
      answers: {
        ...ready,
        testModel: result({
          works: false,
          problem: {
            sentence: "OpenAI answered 404: it doesn’t know the model gpt-5-mini, or the key may not use it.",
            words: "The model `gpt-5-mini` does not exist or you do not have access to it.",
          },
          tools: null,
          images: null,
        }),
      },
      act: test,
    },
    {
      name: "model test past the ceiling",
      path,
      answers: {
        ...ready,
        testModel: refusal(429, "ai_unavailable", "The assistant isn’t available right now. Try again tomorrow, or ask the team."),
      },
      act: test,
    },
    { name: "model test running", path, answers: { ...ready, testModel: "hang" }, act: test },
    {
      name: "models not saved",
      path,
      answers: { ...ready, saveModelSettings: DOWN },
      act: "fill:Name of the model: Help for teammates=llama3;click:Save",
    },
    {
      name: "models saved",
      path,
      answers: { ...ready, saveModelSettings: answer(settings()) },
      act: "fill:Name of the model: Help for teammates=llama3;click:Save",
    },
    {
      name: "models, long names",
      path,
      answers: {
        ...frame("owner", LONG),
        readModelSettings: answer(
          settings({
            chosen: { reply: { provider: "own", model: `registry/${"long-model-name-".repeat(11)}` }, assist: null, context: null },
          }),
        ),
      },
    },
  ];
}
function declareUsage(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/ai-usage`;
  const reads = (readAiUsage: NonNullable<ScreenState["answers"]>[string]) => ({ ...frame(), readAiUsage });
  return [
    { name: "usage", path, answers: reads(usage(0.42)) },
    { name: "usage near the limit", path, answers: reads(usage(8.31)) },
    { name: "usage at the limit", path, answers: reads(usage(10.02)) },
    { name: "usage, nothing yet", path, answers: reads(usage(0, { items: [], replies: ceiling(0, 200) })) },
    { name: "usage of an operator", path, answers: { ...frame("operator"), readAiUsage: usage(0.42) } },
    { name: "usage loading", path, answers: reads("hang") },
    { name: "usage not read", path, answers: reads(DOWN) },
    { name: "usage offline", path, answers: reads("offline") },
    {
      name: "usage, ceilings invalid",
      path,
      answers: reads(refusal(503, "misconfigured", "This installation is misconfigured: AI_DAILY_CEILINGS. Ask the person who runs it.")),
    },
    {
      name: "usage, long names",
      path,
      answers: reads(
        usage(0.42, { items: [item("test", "own", `registry/${"long-model-name-".repeat(11)}`, 0), item("embedding", "", "", 0.2)] }),
      ),
    },
  ];
}
function declareInstallation(): readonly ScreenState[] {
  const path = "/account/ai-usage";
  const project = (n: number, name: string, costUsd: number): InstallationUsage["items"][number] => ({
    projectId: fixtureId("prj", n) as InstallationUsage["items"][number]["projectId"],
    name,
    calls: 12 * n,
    costUsd,
    estimated: n === 2 ? 3 : 0,
    state: ceiling(costUsd, 10).state,
  });
  const reads = (change: Partial<InstallationUsage>) => ({
    ...frame(),
    readInstallationUsage: answer({
      day: "2026-11-23",
      resetsAt: "2026-11-24T00:00:00.000Z",
      spentUsd: 18.7313,
      calls: 72,
      replies: ceiling(1700, 2000),
      projects: 3,
      ceilingUsd: 10,
      items: [project(1, "Acme", 10.02), project(2, "Northwind", 8.31), project(3, "Globex", 0.4013)],
      ...change,
    } satisfies InstallationUsage),
  });
  return [
    { name: "usage of all projects", path, answers: reads({}) },
    {
      name: "usage of all projects, none",
      path,
      answers: reads({ items: [], projects: 0, spentUsd: 0, calls: 0, replies: ceiling(0, 2000) }),
    },
    { name: "usage of all projects, more than listed", path, answers: reads({ projects: 140, items: [project(1, LONG, 10.02)] }) },
    { name: "usage of all projects loading", path, answers: { ...frame(), readInstallationUsage: "hang" } },
    { name: "usage of all projects not read", path, answers: { ...frame(), readInstallationUsage: DOWN } },
    { name: "usage of all projects offline", path, answers: { ...frame(), readInstallationUsage: "offline" } },
    {
      name: "usage of all projects, no permission",
      path,
      answers: {
        ...frame(),
        readMe: answer({ person: ME, isFirstOwner: false }),
        readInstallationUsage: refusal(403, "forbidden", "Only the installation’s first owner can see what all projects use."),
      },
    },
  ];
}

export const modelStates = /* @__PURE__ */ (() => declareModels())();
export const usageStates = /* @__PURE__ */ (() => declareUsage())();
export const installationStates = /* @__PURE__ */ (() => declareInstallation())();
