// Refusals of grading.
import { conflict, invalidRequest, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";
import { MAX_GRADERS } from "./contract.ts";

export const budgetTooSmall = (usd: string): Refusal =>
  invalidRequest([{ path: "budgetUsd", message: m.answer_grading_budget_small({ usd }) }]);
export const budgetTooLarge = (usd: string): Refusal =>
  invalidRequest([{ path: "budgetUsd", message: m.answer_grading_budget_large({ usd }) }]);
export const isUnderWay = (): Refusal => conflict(m.answer_grading_under_way());
export const nothingToGrade = (): Refusal => conflict(m.answer_grading_nothing());
export const hasChanged = (): Refusal => conflict(m.answer_grading_changed());
export const otherSet = (): Refusal => conflict(m.answer_grading_other_set());
export const nothingInCommon = (): Refusal => conflict(m.answer_grading_nothing_in_common());
export const isFinished = (): Refusal => conflict(m.answer_grading_finished());
export const notFinished = (): Refusal => conflict(m.answer_grading_not_finished());
export const tooManyGraders = (): Refusal => conflict(m.answer_grading_too_many_graders({ max: MAX_GRADERS }));
export const isGiven = (): Refusal => conflict(m.answer_grading_given());
export const doesNotDiffer = (): Refusal => conflict(m.answer_grading_no_difference());
