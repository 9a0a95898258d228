// Refusals of question sets.
import { conflict, forbidden, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";

export const hasChanged = (): Refusal => conflict(m.question_sets_changed());
export const isFull = (): Refusal => conflict(m.question_sets_full());
export const isArchived = (): Refusal => conflict(m.question_sets_archived());
export const notAllowed = (): Refusal => forbidden(m.question_sets_no_consent());
export const nothingWritten = (): Refusal => conflict(m.question_sets_nothing_written());
