// Turns refusals into messages for the visitor.
import { type Refusal, refused } from "../api.ts";
import type { Failure } from "./thread-state.ts";
import type { Translate } from "./strings.ts";

/** Whether the server understood the request and refuses it. */
export const denied = (caught: unknown): boolean => refused(caught) && caught.status > 399 && caught.status < 500;

/** The server's message if there is one, and when a retry makes sense. */
export function failureOf(caught: unknown, text: (word: Translate) => string): Failure {
  const { error, status, retryAfter }: Partial<Refusal> = refused(caught) ? caught : {};
  // A refused request will be refused again, except in another session (401) or later (429).
  const never = denied(caught) && status !== 401 && status !== 429;
  return {
    error: error || text(status ? "refused" : "noAnswer"),
    retryAt: retryAfter ? Date.now() + retryAfter * 1000 : never ? null : 0,
  };
}
