// The models that are offered for choosing.
import type { ListedModel as Offered } from "../contract.ts";
import { abilitiesOf } from "../abilities.ts";
import type { Provider } from "../contract/providers.ts";
import type { AiConfig } from "../variables.ts";
import { isEmbedding, LISTED, type ListedModel, listedModel, priceOn } from "./price-of.ts";

/** Models that do not write text. */
const NO_TEXT = /image|audio|tts|realtime|transcribe|whisper|moderation|guard|ocr|voice|live|computer-use|^ft:|search|veo|lyria|-dialog/;
const base = (amount: unknown): number | null => (typeof amount === "number" ? amount : Array.isArray(amount) ? Number(amount[0]) : null);

/** Those with the newest prices stand last in the list, as far as it has an order; what its provider deprecated is left out. */
function offeredOf(provider: Exclude<Provider, "own">, one: ListedModel, now: number): Offered[] {
  const price = priceOn(one, now);
  if (price.output === undefined || one.old === true || isEmbedding(one) || NO_TEXT.test(one.id)) return [];
  // A few entries are named after a family that cannot be called by that name.
  if (listedModel({ provider, model: one.id }) !== one) return [];
  const choice = { provider, model: one.id };
  return [{ model: one.id, context: one.context ?? null, input: base(price.input), output: base(price.output), ...abilitiesOf(choice) }];
}

/** The listed models of a provider, and those that the installation gives a price. */
export function offeredModels(ai: AiConfig, provider: Provider, now: number): Offered[] {
  const set = [...ai.prices].flatMap(([name, { input, output }]): Offered[] => {
    if (!name.startsWith(`${provider}/`)) return [];
    const model = name.slice(provider.length + 1);
    const listed = listedModel({ provider, model });
    return [{ model, context: listed?.context ?? null, input, output, ...abilitiesOf({ provider, model }) }];
  });
  const listed = provider === "own" ? [] : LISTED[provider].flatMap((one) => offeredOf(provider, one, now));
  return [...set, ...listed.filter(({ model }) => !set.some((one) => one.model === model))];
}
