// What a refusal says to the visitor.
import { type Refusal, refused } from "../api.ts";
import type { Failure } from "./thread-state.ts";
import type { Word } from "./strings.ts";

/** The server's own words when it has any, and when another try makes sense. */
export function failureOf(caught: unknown, text: (word: Word) => string): Failure {
  const refusal: Partial<Refusal> = refused(caught) ? caught : {};
  return {
    error: refusal.error || text(refusal.status ? "refused" : "noAnswer"),
    retryAt: refusal.retryAfter ? Date.now() + refusal.retryAfter * 1000 : 0,
  };
}
