// What modules/ai keeps of the price package: the models of its providers that are charged by token. The whole package is ten times as large.
import { type ConditionalPrice, findProvider, type MatchLogic, type ModelInfo, type ModelPrice } from "@pydantic/genai-prices";
import { inRoot } from "./paths.ts";

export const LIST_FILE = inRoot("modules/ai/prices/list.json");
/** Our name of a provider and the package's. */
export const PROVIDERS = {
  openai: "openai",
  anthropic: "anthropic",
  google: "google",
  mistral: "mistral",
  xai: "x-ai",
  groq: "groq",
} as const;

type Amount = number | readonly [number, ...(readonly [number, number])[]];
interface Price {
  readonly from?: string;
  readonly input: Amount;
  readonly cached?: Amount;
  readonly written?: Amount;
  readonly output?: Amount;
}
interface Entry {
  readonly id: string;
  readonly match: MatchLogic;
  readonly context?: number;
  readonly old?: true;
  readonly prices: readonly Price[];
}

/** A price, or the base price followed by `[from how many input tokens, price]`. */
function amountOf(value: ModelPrice[string]): Amount | undefined {
  if (value === undefined || typeof value === "number") return value;
  return [value.base, ...value.tiers.map(({ start, price }) => [start, price] as const)];
}

function priceOf(prices: ModelPrice, from?: string): Price | undefined {
  const input = amountOf(prices["input_mtok"]);
  if (input === undefined) return undefined;
  const [cached, written, output] = ["cache_read_mtok", "cache_write_mtok", "output_mtok"].map((name) => amountOf(prices[name]));
  return {
    ...(from === undefined ? {} : { from }),
    input,
    ...(cached === undefined ? {} : { cached }),
    ...(written === undefined ? {} : { written }),
    ...(output === undefined ? {} : { output }),
  };
}

function fromOf({ constraint }: ConditionalPrice): string | undefined {
  if (constraint === undefined) return undefined;
  // No provider of ours has prices by the hour; should one begin, this stops instead of choosing one of them.
  if (constraint.type !== "start_date") throw new Error(`a price depends on ${constraint.type}`);
  return constraint.start_date;
}

function entryOf({ id, match, context_window: context, deprecated, prices }: ModelInfo): Entry[] {
  const all = Array.isArray(prices) ? prices.map((one) => priceOf(one.prices, fromOf(one))) : [priceOf(prices)];
  const known = all.filter((one) => one !== undefined);
  if (known.length === 0) return [];
  return [{ id, match, ...(context === undefined ? {} : { context }), ...(deprecated === true ? { old: true } : {}), prices: known }];
}

/** The models of each provider in the package's order, which decides when several match a name. */
export const modelPrices = (): Readonly<Record<string, readonly Entry[]>> =>
  Object.fromEntries(
    Object.entries(PROVIDERS).map(([ours, theirs]) => [ours, (findProvider({ providerId: theirs })?.models ?? []).flatMap(entryOf)]),
  );
