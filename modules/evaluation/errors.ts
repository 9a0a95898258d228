// Refusals of evaluation.
import { conflict, forbidden, invalidRequest, notConfigured, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";

const NAME = "training and evaluation";
export const noCeilings = (): Refusal => notConfigured(NAME, ["TRAINING_PRICE_CEILINGS"], m.evaluation_no_ceilings());
export const noCeilingFor = (model: string): Refusal =>
  notConfigured(NAME, ["TRAINING_PRICE_CEILINGS"], m.evaluation_no_ceiling_for({ model }));
export const priceAbove = (model: string): Refusal => notConfigured(NAME, ["TRAINING_PRICE_CEILINGS"], m.evaluation_price_above({ model }));
export const syntheticOff = (): Refusal =>
  notConfigured("synthetic evaluation", ["ENABLE_SYNTHETIC_EVALUATION"], m.evaluation_synthetic_off());
export const syntheticOnlyLocal = (): Refusal => forbidden(m.evaluation_synthetic_only_local());
export const noModel = (): Refusal => invalidRequest([{ path: "model", message: m.evaluation_no_model() }]);
export const budgetTooSmall = (usd: string): Refusal =>
  invalidRequest([{ path: "budgetUsd", message: m.evaluation_budget_small({ usd }) }]);
export const budgetTooLarge = (usd: string): Refusal =>
  invalidRequest([{ path: "budgetUsd", message: m.evaluation_budget_large({ usd }) }]);
export const onlyOwners = (): Refusal => forbidden(m.evaluation_only_owners());
export const isUnderWay = (): Refusal => conflict(m.evaluation_under_way());
export const nothingToAsk = (): Refusal => conflict(m.evaluation_nothing_to_ask());
export const hasChanged = (): Refusal => conflict(m.evaluation_changed());
export const maybeAsked = (): Refusal => conflict(m.evaluation_maybe_asked());
export const shareSpent = (): Refusal => conflict(m.evaluation_share_spent());
export const notSynthetic = (): Refusal => invalidRequest([{ path: "model", message: m.evaluation_not_synthetic() }]);
