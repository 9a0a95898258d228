// Turns refusals into messages for the visitor.
import { OFFLINE, type Refusal, refused } from "../api.ts";
import { type Language, type TextKey, translate } from "./language.ts";
import type { Failure } from "./thread-state.ts";

/** Whether the server understood the request and refuses it. */
export const denied = (caught: unknown): boolean => refused(caught) && caught.status > 399 && caught.status < 500;

const OF_LIMITS: readonly (readonly [limits: RegExp, key: TextKey])[] = [
  [/^(widgetSessions|conversations)PerProject/, "refusal_busy"],
  [/^upload.*PerContact/, "refusal_files"],
  [/^upload.*PerProject/, "refusal_noFiles"],
  [/^addressCodes/, "mail_wait"],
  [/^mailsPerAddress/, "mail_refused"],
];

/** The text for a refusal, by its code; by the limit if one was reached. */
export function refusalKey({ status, code, limit = "", final }: Refusal, known: object): TextKey {
  const key = `refusal_${code}`;
  return !status
    ? "noAnswer"
    : final
      ? "refusal_final"
      : (OF_LIMITS.find(([limits]) => limits.test(limit))?.[1] ??
        (key in known ? (key as TextKey) : status > 499 ? "refusal_unavailable" : "refusal"));
}

/**
 * Explains a refusal: in English in the server's own words, in other languages by its code. `own` has the codes that mean something special
 * to the caller.
 */
export const explainIn = (language: Language, refusal: Refusal, own: Readonly<Record<string, TextKey>> = {}): string =>
  (language.locale.startsWith("en") && refusal.error) || translate(language, own[refusal.code] ?? refusalKey(refusal, language.texts));

/** Why a call failed, and when a retry makes sense. */
export function failureOf(caught: unknown, explain: (refusal: Refusal) => string): Failure {
  const refusal = refused(caught) ? caught : OFFLINE;
  const { status, retryAfter } = refusal;
  // A refused request will be refused again, except in another session (401) or later (429).
  const never = denied(refusal) && status !== 401 && status !== 429;
  return { error: explain(refusal), retryAt: retryAfter ? Date.now() + retryAfter * 1000 : never ? null : 0 };
}
