import { conflict, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";
import { MAX_QUESTIONS, MAX_SENT_BACK } from "./contract.ts";

export const held = (): Refusal => conflict(m.delegated_work_taken());
export const noGrant = (): Refusal => conflict(m.delegated_work_no_grant());
export const ended = (): Refusal => conflict(m.delegated_work_ended());
export const filesGone = (): Refusal => conflict(m.delegated_work_files_gone());
export const otherReport = (): Refusal => conflict(m.delegated_work_other_report());
export const otherQuestion = (): Refusal => conflict(m.delegated_work_other_question());
export const tooManyQuestions = (): Refusal => conflict(m.delegated_work_too_many_questions({ max: MAX_QUESTIONS }));
export const otherAnswer = (): Refusal => conflict(m.delegated_work_other_answer());
export const notWaiting = (): Refusal => conflict(m.delegated_work_not_waiting());
export const notReopened = (): Refusal => conflict(m.delegated_work_not_reopened());
export const sentBackTooOften = (): Refusal => conflict(m.delegated_work_sent_back_too_often({ max: MAX_SENT_BACK }));
