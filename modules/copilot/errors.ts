// Why a result could not be had.
import { conflict, Refusal } from "#kernel/errors/index.ts";
import type { ModelError } from "#modules/ai";
import { m } from "#messages";

const unavailable = (message: string, retryAfter: number): Refusal =>
  new Refusal(503, "unavailable", message, { retryAfter }, { "retry-after": String(retryAfter) });

/** Seconds after which another attempt may work. */
const AGAIN = 5;
/** The provider refused or failed; its fault is a sentence already. */
export const modelFailed = ({ message, after = AGAIN }: ModelError): Refusal => unavailable(message, Math.max(1, Math.ceil(after)));
/** The model answered in another form than the agreed one. */
export const unreadableAnswer = (): Refusal => unavailable(m.copilot_unreadable(), AGAIN);
export const nothingWritten = (): Refusal => conflict(m.copilot_nothing_written());
export const messageHasNoText = (): Refusal => conflict(m.copilot_message_without_text());
export const dataErased = (): Refusal => conflict(m.copilot_erased());
