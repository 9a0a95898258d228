// The variables of evaluation: what raw usage of a model may cost at most, and whether a built-in model may stand in on a local installation.
import { AI_KEY_VARIABLES, type Config, declareVariables, must, trueOrFalse, type Values } from "#kernel/config/index.ts";

/** US dollars for a million tokens, at most. */
export interface PriceCeiling {
  readonly input: number;
  readonly output: number;
}
export interface EvaluationConfig {
  /** By `provider/model`, or by the model's name alone. */
  readonly ceilings: ReadonlyMap<string, PriceCeiling>;
  readonly synthetic: boolean;
}

export const evaluationVariables = declareVariables({
  public: {
    TRAINING_PRICE_CEILINGS: must("a JSON object of positive prices", (text) => ceilingsOf(text) !== undefined),
    ENABLE_SYNTHETIC_EVALUATION: trueOrFalse,
  },
  secrets: {},
  capability: {
    name: "training-and-evaluation",
    module: "evaluation",
    public: ["TRAINING_PRICE_CEILINGS", "ENABLE_SYNTHETIC_EVALUATION"],
    secrets: [],
    oneOf: AI_KEY_VARIABLES,
    alsoRequires: "an explicit model and budget for each run; ENABLE_SYNTHETIC_EVALUATION only locally",
  },
  read: ({ validValue }: Values<"TRAINING_PRICE_CEILINGS" | "ENABLE_SYNTHETIC_EVALUATION">): EvaluationConfig => ({
    ceilings: ceilingsOf(validValue("TRAINING_PRICE_CEILINGS") ?? "{}") ?? new Map(),
    synthetic: validValue("ENABLE_SYNTHETIC_EVALUATION") === "true",
  }),
});
export const evaluationConfig = (config: Config): EvaluationConfig => config.of(evaluationVariables);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isPrice = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value) && value > 0;
/** One price holds for all tokens. Of several, those of `input` and `output` hold for these, and the highest where one of them is left out. */
function ceilingOf(value: unknown): PriceCeiling | undefined {
  if (isPrice(value)) return { input: value, output: value };
  if (!isObject(value)) return undefined;
  const prices = Object.values(value);
  if (prices.length === 0 || !prices.every(isPrice)) return undefined;
  const highest = Math.max(...prices);
  return { input: isPrice(value["input"]) ? value["input"] : highest, output: isPrice(value["output"]) ? value["output"] : highest };
}
/** Undefined if the text is no valid list: a mistyped ceiling must not turn into none. */
function ceilingsOf(text: string): ReadonlyMap<string, PriceCeiling> | undefined {
  try {
    const json: unknown = JSON.parse(text);
    if (!isObject(json)) return undefined;
    const found = Object.entries(json).map(([name, value]) => [name, ceilingOf(value)] as const);
    if (!found.every((one): one is readonly [string, PriceCeiling] => one[0] !== "" && one[1] !== undefined)) return undefined;
    return new Map(found);
  } catch {
    return undefined;
  }
}
