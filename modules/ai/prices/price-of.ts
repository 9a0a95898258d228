// What tokens cost: a price that the installation sets, else one of the list, else the highest that is known.
import type { ModelChoice, Provider } from "../contract/providers.ts";
import type { AiConfig } from "../variables.ts";
import list from "./list.json" with { type: "json" };

/** A price, or the base price followed by `[above how many input tokens, price]`. */
type Amount = number | readonly (number | readonly number[])[];
interface Price {
  /** The first day on which it holds. */
  readonly from?: string;
  readonly input: Amount;
  readonly cached?: Amount;
  readonly written?: Amount;
  readonly output?: Amount;
}
interface Match {
  readonly or?: readonly Match[];
  readonly and?: readonly Match[];
  readonly equals?: string;
  readonly starts_with?: string;
  readonly ends_with?: string;
  readonly contains?: string;
  readonly regex?: string;
}
export interface ListedModel {
  readonly id: string;
  readonly match: Match;
  /** Tokens that fit into one call. */
  readonly context?: number;
  /** Deprecated by its provider. */
  readonly old?: boolean;
  readonly prices: readonly Price[];
}

/** The day of the price list. */
export const PRICES_FROM: string = list.date;
export const LISTED = list.providers as Readonly<Record<Exclude<Provider, "own">, readonly ListedModel[]>>;

/** Tokens of a call. `input` includes what was read from and written to the provider's cache. */
export interface Tokens {
  readonly input: number;
  readonly cached?: number;
  readonly written?: number;
  readonly output?: number;
}
/**
 * Where a cost comes from: reported by the `provider`, a price in `AI_MODEL_PRICES` (`set`), the `list`, the `dearest` of the provider's listed
 * models because this one is unknown, or `own`: an unknown model on a server of one's own counts as free.
 */
export type PriceSource = "provider" | "set" | "list" | "dearest" | "own";
export interface Cost {
  /** In millionths of a US dollar. */
  readonly cost: number;
  readonly source: PriceSource;
}

const matches = (match: Match, name: string): boolean =>
  match.or?.some((one) => matches(one, name)) ??
  match.and?.every((one) => matches(one, name)) ??
  (match.equals !== undefined
    ? name === match.equals
    : match.starts_with !== undefined
      ? name.startsWith(match.starts_with)
      : match.ends_with !== undefined
        ? name.endsWith(match.ends_with)
        : match.contains !== undefined
          ? name.includes(match.contains)
          : match.regex !== undefined && new RegExp(match.regex).test(name));

/** The listed model of this name; dated names belong to the model that they are a version of. */
export const listedModel = ({ provider, model }: ModelChoice): ListedModel | undefined =>
  provider === "own" ? undefined : LISTED[provider].find(({ match }) => matches(match, model.toLowerCase()));

/** The model's window in tokens; null if it is not known. */
export const contextOf = (choice: ModelChoice): number | null => listedModel(choice)?.context ?? null;

/** The prices of a model on a day; those that begin last stand last. */
export const priceOn = ({ prices }: ListedModel, now: number): Price => {
  const day = new Date(now).toISOString().slice(0, 10);
  const holding = prices.filter(({ from }) => from === undefined || from <= day);
  return holding.at(-1) ?? (prices[0] as Price);
};

/** The price of a call with so many input tokens. */
function amountOf(amount: Amount | undefined, input: number): number | undefined {
  if (amount === undefined || typeof amount === "number") return amount;
  const [base = 0, ...tiers] = amount;
  return (tiers as readonly (readonly number[])[]).reduce<number>(
    (price, [start = 0, higher = 0]) => (input > start ? higher : price),
    Number(base),
  );
}

/** US dollars per million tokens is millionths of a dollar per token. Rounded, because sums of decimal fractions are not exact. */
function charge(price: Price, { input, cached = 0, written = 0, output = 0 }: Tokens): number {
  const plain = amountOf(price.input, input) ?? 0;
  const sum =
    Math.max(0, input - cached - written) * plain +
    cached * (amountOf(price.cached, input) ?? plain) +
    written * (amountOf(price.written, input) ?? plain) +
    output * (amountOf(price.output, input) ?? 0);
  return Math.ceil(Math.round(sum * 1e6) / 1e6);
}

/**
 * The cost of these tokens. An unknown model counts as the most expensive listed one of its provider, so that spending cannot exceed a ceiling
 * unnoticed.
 */
export function costOf(ai: AiConfig, choice: ModelChoice, tokens: Tokens, now: number): Cost {
  const set = ai.prices.get(`${choice.provider}/${choice.model}`);
  if (set) {
    const { input, output, cachedInput } = set;
    return { cost: charge({ input, output, ...(cachedInput === undefined ? {} : { cached: cachedInput }) }, tokens), source: "set" };
  }
  const listed = listedModel(choice);
  if (listed) return { cost: charge(priceOn(listed, now), tokens), source: "list" };
  if (choice.provider === "own" || ai.baseUrls[choice.provider] !== undefined) return { cost: 0, source: "own" };
  return { cost: dearest(LISTED[choice.provider], tokens, now), source: "dearest" };
}

/** The cost at the highest price of models of the same kind: with output, or without. */
function dearest(models: readonly ListedModel[], tokens: Tokens, now: number): number {
  const embeds = tokens.output === undefined;
  const alike = models.filter((one) => isEmbedding(one) === embeds);
  return Math.max(...(alike.length > 0 ? alike : models).map((one) => charge(priceOn(one, now), tokens)));
}
/** Whether the model turns texts into vectors. */
export const isEmbedding = ({ id }: ListedModel): boolean => id.includes("embed");

/** Estimated tokens of a text if the provider does not report them: about four characters each. */
export const guessTokens = (texts: readonly string[]): number => Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4);
