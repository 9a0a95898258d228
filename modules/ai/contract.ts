// Wire contract of models: what a project has chosen, tests, and the day's usage. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import * as v from "valibot";
import { MODEL_NAME, PROVIDERS } from "./contract/providers.ts";

export { choiceOf, type ModelChoice, type Provider, TITLES } from "./contract/providers.ts";

const inProject = { projectId: idOf("project") };

/** What a model is chosen for. `reply`: answers to customers. `assist`: help for operators. `context`: what is known of a customer. */
export const PURPOSES = ["reply", "assist", "context"] as const;
export const Purpose = v.picklist(PURPOSES);
export type Purpose = v.InferOutput<typeof Purpose>;

const ProviderName = v.picklist(PROVIDERS);
/** A model of the list, or any other name that the provider knows. */
export const Choice = v.strictObject({
  provider: ProviderName,
  model: v.pipe(v.string(), v.trim(), v.maxLength(200, m.ai_model_name), v.regex(MODEL_NAME, m.ai_model_name)),
});
const ChoiceOrNone = v.nullable(Choice);

const Ability = v.nullable(v.boolean());
export const ListedModel = v.object({
  model: v.string(),
  /** Tokens that fit into one call; null if unknown. */
  context: v.nullable(v.number()),
  /** US dollars for a million tokens; null for a model whose price is not listed. */
  input: v.nullable(v.number()),
  output: v.nullable(v.number()),
  /** Whether it can call tools and read images, as far as that is documented; null if it is not known. */
  tools: Ability,
  images: Ability,
});
export type ListedModel = v.InferOutput<typeof ListedModel>;

export const ProviderState = v.object({
  provider: ProviderName,
  /** Names of the variables without which it cannot be called; none if it can. */
  missing: v.array(v.string()),
  /** Whether an address of one's own is set. */
  ownAddress: v.boolean(),
  models: v.array(ListedModel),
});
export type ProviderState = v.InferOutput<typeof ProviderState>;

export const ModelSettings = v.object({
  /** The project's choices; null where none is made. */
  chosen: v.object({ reply: ChoiceOrNone, assist: ChoiceOrNone, context: ChoiceOrNone }),
  /** The installation's model for context runs (`CONTEXT_MODEL`), used by projects that chose none. */
  contextDefault: v.nullable(v.object({ provider: ProviderName, model: v.string() })),
  providers: v.array(ProviderState),
  /** The last tests, newest first. */
  tests: v.array(
    v.object({
      provider: ProviderName,
      model: v.string(),
      testedAt: Time,
      works: v.boolean(),
      tools: Ability,
      images: Ability,
    }),
  ),
  /** The day of the price list. */
  pricesFrom: v.string(),
});
export type ModelSettings = v.InferOutput<typeof ModelSettings>;

/** Which models the project uses, and which there are. */
export const readModelSettings = route({
  name: "readModelSettings",
  method: "GET",
  path: "/api/management/projects/:projectId/ai",
  who: "admin",
  params: inProject,
  reply: ModelSettings,
});
/** Chooses all models. Names outside of the list are accepted: whether a model exists is shown by a test. */
export const saveModelSettings = route({
  name: "saveModelSettings",
  method: "PUT",
  path: "/api/management/projects/:projectId/ai",
  who: "owner",
  params: inProject,
  body: v.strictObject({ reply: ChoiceOrNone, assist: ChoiceOrNone, context: ChoiceOrNone }),
  reply: ModelSettings,
});

/** Where a cost comes from: the provider, `AI_MODEL_PRICES`, the list, the dearest listed model because this one is unknown, a server of one's own. */
export const PriceSource = v.picklist(["provider", "set", "list", "dearest", "own"]);
export const ModelTestResult = v.object({
  /** Whether the model answered. */
  works: v.boolean(),
  /** Why it did not: our sentence, and the provider's own words without keys. */
  problem: v.nullable(v.object({ sentence: v.string(), words: v.string() })),
  /** Milliseconds of the first call. */
  took: v.number(),
  /** Of all calls of the test. */
  inputTokens: v.number(),
  outputTokens: v.number(),
  costUsd: v.number(),
  source: PriceSource,
  /** Whether it called a tool, and whether it saw a picture; null if that could not be found out. */
  tools: Ability,
  images: Ability,
});
export type ModelTestResult = v.InferOutput<typeof ModelTestResult>;
/**
 * Calls the model with a fixed sentence, then with a tool and with a small picture, and says what it answered. Costs what three short calls
 * cost, and counts against the project's ceiling. 503 `not_configured` if a variable is missing, 429 past a ceiling.
 */
export const testModel = route({
  name: "testModel",
  method: "POST",
  path: "/api/management/projects/:projectId/ai/test",
  who: "owner",
  params: inProject,
  body: Choice,
  reply: v.object({ result: ModelTestResult, settings: ModelSettings }),
  errors: ["not_configured", "ai_unavailable", "rate_limited"],
});

const CeilingState = v.picklist(["below", "near", "reached"]);
/** `near` from 80 % of the ceiling on. */
const Ceiling = v.object({ used: v.number(), ceiling: v.number(), state: CeilingState });
export type Ceiling = v.InferOutput<typeof Ceiling>;
export const AiUsage = v.object({
  /** The day (UTC). */
  day: v.string(),
  resetsAt: Time,
  /** In US dollars. */
  spend: Ceiling,
  replies: Ceiling,
  contextRuns: Ceiling,
  /** The most expensive first; at most 200. */
  items: v.array(
    v.object({
      /** `reply`, `assist`, `context`, `test`, `embedding`. */
      purpose: v.string(),
      /** Empty for embeddings that an earlier version counted. */
      provider: v.string(),
      model: v.string(),
      calls: v.number(),
      failed: v.number(),
      inputTokens: v.number(),
      outputTokens: v.number(),
      costUsd: v.number(),
      /** Calls whose cost is an estimate: of a model without a price, or without a known end. */
      estimated: v.number(),
    }),
  ),
  pricesFrom: v.string(),
});
export type AiUsage = v.InferOutput<typeof AiUsage>;
/** The day's usage of the project per purpose and model, the ceilings, and when they are reset. */
export const readAiUsage = route({
  name: "readAiUsage",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/ai-usage",
  who: "member",
  params: inProject,
  reply: AiUsage,
  errors: ["misconfigured"],
});

export const InstallationUsage = v.object({
  day: v.string(),
  resetsAt: Time,
  /** Of all projects, in US dollars. There is no ceiling for it. */
  spentUsd: v.number(),
  calls: v.number(),
  replies: Ceiling,
  /** Projects that have spent something today. */
  projects: v.number(),
  /** The ceiling of each project, in US dollars. */
  ceilingUsd: v.number(),
  /** The most expensive first; at most 100. */
  items: v.array(
    v.object({
      projectId: idOf("project"),
      name: v.string(),
      calls: v.number(),
      costUsd: v.number(),
      estimated: v.number(),
      state: CeilingState,
    }),
  ),
});
export type InstallationUsage = v.InferOutput<typeof InstallationUsage>;
/** The day's usage of all projects, for the installation's first owner. */
export const readInstallationUsage = route({
  name: "readInstallationUsage",
  method: "GET",
  path: "/api/installation/ai-usage",
  who: "account",
  reply: InstallationUsage,
  errors: ["misconfigured"],
});
