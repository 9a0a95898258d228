// The variables of models: addresses, prices, the model of context runs, and the ceilings of a day. A variable with an invalid value counts
// as missing.
import {
  AI_KEY_VARIABLES,
  type AiKey,
  type Config,
  declareCeilings,
  declareVariables,
  headerValue,
  must,
  serviceAddress,
  type Values,
} from "#kernel/config/index.ts";
import { choiceOf, type ModelChoice, type Provider } from "./contract/providers.ts";

/** US dollars for a million tokens. */
export interface SetPrice {
  readonly input: number;
  readonly output: number;
  /** Of input that the provider had in its cache; the price of input if it is left out. */
  readonly cachedInput?: number;
}
export interface AiConfig {
  readonly keys: Readonly<Partial<Record<Provider, string>>>;
  /** Addresses with their version path, without a slash at the end. */
  readonly baseUrls: Readonly<Partial<Record<Provider, string>>>;
  readonly contextModel: ModelChoice | undefined;
  /** By `provider/model`. */
  readonly prices: ReadonlyMap<string, SetPrice>;
}

/** Variables that may contain a provider's key; if all are missing, the first one is named. */
export const KEYS = {
  openai: ["OPENAI_API_KEY"],
  anthropic: ["ANTHROPIC_API_KEY"],
  google: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
  mistral: ["MISTRAL_API_KEY"],
  xai: ["XAI_API_KEY"],
  groq: ["GROQ_API_KEY"],
} as const satisfies Record<Exclude<Provider, "own">, readonly AiKey[]>;

/** The addresses that can be set. `OPENAI_BASE_URL` is of the embeddings' capability too, which names it. */
export const BASE_URLS = {
  openai: "OPENAI_BASE_URL",
  anthropic: "ANTHROPIC_BASE_URL",
  google: "GOOGLE_BASE_URL",
  mistral: "MISTRAL_BASE_URL",
  xai: "XAI_BASE_URL",
  groq: "GROQ_BASE_URL",
  own: "MODEL_SERVER_URL",
} as const satisfies Record<Provider, string>;

export const aiVariables = declareVariables({
  public: {
    CONTEXT_MODEL: must("provider/model, such as openai/gpt-5-mini", (text) => choiceOf(text) !== undefined),
    OPENAI_BASE_URL: serviceAddress,
    ANTHROPIC_BASE_URL: serviceAddress,
    GOOGLE_BASE_URL: serviceAddress,
    MISTRAL_BASE_URL: serviceAddress,
    XAI_BASE_URL: serviceAddress,
    GROQ_BASE_URL: serviceAddress,
    MODEL_SERVER_URL: serviceAddress,
    AI_MODEL_PRICES: must(
      'a JSON object from provider/model to US dollars per million tokens, such as {"openai/gpt-5":{"input":1.25,"output":10}}',
      (text) => pricesOf(text) !== undefined,
    ),
  },
  secrets: { MODEL_SERVER_API_KEY: headerValue },
  capability: {
    name: "ai-replies",
    module: "assistant",
    public: [
      "CONTEXT_MODEL",
      "ANTHROPIC_BASE_URL",
      "GOOGLE_BASE_URL",
      "MISTRAL_BASE_URL",
      "XAI_BASE_URL",
      "GROQ_BASE_URL",
      "MODEL_SERVER_URL",
      "AI_MODEL_PRICES",
    ],
    secrets: ["MODEL_SERVER_API_KEY", "INTEGRATION_ENCRYPTION_KEY"],
    oneOf: AI_KEY_VARIABLES,
    alsoRequires:
      "models are chosen in the project's AI configuration; MODEL_SERVER_URL instead of a key for a server of your own; the other addresses and AI_MODEL_PRICES only to replace what is built in; INTEGRATION_ENCRYPTION_KEY only for secret headers of actions",
  },
  read: aiOf,
});
export const aiConfig = (config: Config): AiConfig => config.of(aiVariables);

export const { declaration: aiCeilings, of: ceilingsOf } = declareCeilings({
  repliesPerProject: 200,
  spendUsdPerProject: 10,
  repliesPerInstallation: 2000,
  contextRunsPerProject: 500,
});

function aiOf({
  validValue,
  aiKey,
}: Values<(typeof BASE_URLS)[Provider] | "CONTEXT_MODEL" | "AI_MODEL_PRICES" | "MODEL_SERVER_API_KEY">): AiConfig {
  const keys = Object.entries(KEYS).map(([provider, names]) => [provider, names.map(aiKey).find((key) => key !== undefined)]);
  const baseUrls = Object.entries(BASE_URLS).map(([provider, name]) => [provider, validValue(name)?.replace(/\/+$/, "")]);
  const set = (entries: unknown[][]): Partial<Record<Provider, string>> =>
    Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Partial<Record<Provider, string>>;
  return {
    keys: set([...keys, ["own", validValue("MODEL_SERVER_API_KEY")]]),
    baseUrls: set(baseUrls),
    contextModel: choiceOf(validValue("CONTEXT_MODEL") ?? ""),
    prices: pricesOf(validValue("AI_MODEL_PRICES") ?? "{}") ?? new Map(),
  };
}

const isAmount = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value) && value >= 0 && value <= 1e6;
function isSetPrice(value: unknown): value is SetPrice {
  if (typeof value !== "object" || value === null) return false;
  const { input, output, cachedInput = 0, ...rest } = value as Record<string, unknown>;
  return isAmount(input) && isAmount(output) && isAmount(cachedInput) && Object.keys(rest).length === 0;
}
/** Undefined if the text is no valid list: a mistyped price must not turn into none. */
function pricesOf(text: string): ReadonlyMap<string, SetPrice> | undefined {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json !== "object" || json === null || Array.isArray(json)) return undefined;
    const entries = Object.entries(json);
    if (!entries.every((entry): entry is [string, SetPrice] => choiceOf(entry[0]) !== undefined && isSetPrice(entry[1]))) return undefined;
    return new Map(entries);
  } catch {
    return undefined;
  }
}

/** Names of the variables without which the model cannot be called; none if it can. */
export function missingFor({ provider }: Pick<ModelChoice, "provider">, { keys, baseUrls }: AiConfig): string[] {
  if (provider === "own") return baseUrls.own === undefined ? [BASE_URLS.own] : [];
  return keys[provider] === undefined ? [KEYS[provider][0]] : [];
}
