// Variables of modules that are not in this release. They are accepted and checked already, so that a private file or a target that
// sets them stays valid. When a module is released, its declaration moves there from here.
import { AI_KEY_VARIABLES, declareVariables, must, trueOrFalse } from "#kernel/config/index.ts";

const nothing = (): undefined => undefined;

export const training = declareVariables({
  public: {
    TRAINING_PRICE_CEILINGS: must("a JSON object of positive prices", (text) =>
      isMap(text, (key, value) => key !== "" && isPriceOrPrices(value)),
    ),
    ENABLE_SYNTHETIC_EVALUATION: trueOrFalse,
  },
  secrets: {},
  capability: {
    name: "training-and-evaluation",
    module: "training",
    public: ["TRAINING_PRICE_CEILINGS", "ENABLE_SYNTHETIC_EVALUATION"],
    secrets: [],
    oneOf: AI_KEY_VARIABLES,
    alsoRequires: "an explicit model and budget for each run; ENABLE_SYNTHETIC_EVALUATION only locally",
  },
  read: nothing,
});

/** Whether the text is a JSON object all of whose entries are valid. */
function isMap(text: string, isValid: (key: string, value: unknown) => boolean): boolean {
  try {
    const json: unknown = JSON.parse(text);
    return isObject(json) && Object.entries(json).every(([key, value]) => isValid(key, value));
  } catch {
    return false;
  }
}
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);
const isPrice = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value) && value > 0;
function isPriceOrPrices(value: unknown): boolean {
  return isPrice(value) || (isObject(value) && Object.values(value).length > 0 && Object.values(value).every(isPrice));
}
