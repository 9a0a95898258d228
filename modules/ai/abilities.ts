// What models are documented to be able to do, by the beginning of their names. A test by the owner overrules it.
import type { ModelChoice } from "./contract/providers.ts";

export interface Abilities {
  /** Null if it is not known. */
  readonly tools: boolean | null;
  readonly images: boolean | null;
}
const BOTH: Abilities = { tools: true, images: true };
const TOOLS: Abilities = { tools: true, images: false };

/** The first that fits counts. From the providers' documentation of their models; no package lists it as freshly as prices are. */
const KNOWN: Readonly<Record<ModelChoice["provider"], readonly (readonly [RegExp, Abilities])[]>> = {
  openai: [
    [/^(gpt-4o|gpt-4\.1|gpt-5|chatgpt-4o)/, BOTH],
    [/^o3-mini/, TOOLS],
    [/^o[134]/, BOTH],
    [/^gpt-(4|3\.5)-turbo/, TOOLS],
  ],
  anthropic: [[/^claude-(3|opus|sonnet|haiku)/, BOTH]],
  google: [[/^gemini-/, BOTH]],
  mistral: [
    [/^(pixtral|mistral-medium|mistral-small|mistral-large-2512|ministral-\d+b-2512)/, BOTH],
    [/^(mistral-large|ministral|codestral|devstral|magistral)/, TOOLS],
  ],
  xai: [
    [/^grok-(4|2-vision)/, BOTH],
    [/^grok-/, TOOLS],
  ],
  groq: [
    [/llama-4/, BOTH],
    [/^(llama-3\.[13]|openai\/gpt-oss|gpt-oss|qwen|kimi|moonshotai)/, TOOLS],
  ],
  own: [],
};

/** What is known of a model without asking it. */
export const abilitiesOf = ({ provider, model }: ModelChoice): Abilities =>
  KNOWN[provider].find(([pattern]) => pattern.test(model))?.[1] ?? { tools: null, images: null };

/** Whether the model reads images: as a test by the owner says, else as it is documented; not if neither is known. */
export const seesImages = (choice: ModelChoice, tests: readonly (ModelChoice & Pick<Abilities, "images">)[] = []): boolean =>
  (tests.find(({ provider, model }) => provider === choice.provider && model === choice.model)?.images ?? abilitiesOf(choice).images) ===
  true;
