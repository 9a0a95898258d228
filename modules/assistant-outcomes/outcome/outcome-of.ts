// Decides how a conversation ended from what happened in it. Pure; the definitions stand in SPEC.md and on the screen.
import { days, hours } from "#kernel/clock/index.ts";
import type { Outcome } from "../contract.ts";

/** Without anything more for this long, a conversation has ended. */
export const QUIET = hours(24);
/** From its end on, an outcome can change for this long. */
export const CHANGEABLE = days(3);

export type Happening = { readonly at: number } & (
  | { readonly kind: "customer"; readonly confirms: boolean }
  /** `answer`: a proved answer. `other`: a question back, a greeting, a refusal to speak about it. */
  | { readonly kind: "assistant"; readonly said: "answer" | "other"; readonly messageId: string }
  /** People answered or have to. */
  | { readonly kind: "people"; readonly reason: string }
  | { readonly kind: "closed" }
  | { readonly kind: "rated"; readonly up: boolean; readonly messageId: string }
  | { readonly kind: "flagged" }
);
export interface Ended {
  readonly outcome: Outcome;
  readonly reason: string | null;
  /** When to look again; null: it is final. */
  readonly dueAt: number | null;
}

/** Reasons for which the assistant had no proved answer. */
const UNANSWERED: ReadonlySet<string> = new Set(["nothing_fits", "check", "model", "unreadable"]);
export const isUnanswered = ({ outcome, reason }: { readonly outcome: Outcome; readonly reason: string | null }): boolean =>
  outcome === "escalated" && UNANSWERED.has(reason ?? "");

/** `began`: the assistant's first round. `earlier`: the reason with which it was escalated, as it was stored. Happenings in their order. */
export function outcomeOf(happenings: readonly Happening[], began: number, now: number, earlier: string | undefined): Ended {
  let waitsFor: "assistant" | "nothing" | "customer" = "assistant";
  let lastAt = began;
  let answered = "";
  let confirmed = false;
  let reopened = false;
  let negative = false;
  let reason = earlier;
  let endedAt: number | undefined;
  const isSettled = (): boolean => negative || reason !== undefined;
  for (const one of happenings) {
    if (endedAt === undefined && lastAt + QUIET <= one.at) endedAt = lastAt + QUIET;
    if (endedAt !== undefined && one.at >= endedAt + CHANGEABLE) break;
    switch (one.kind) {
      case "customer":
        if (one.confirms && waitsFor === "nothing") {
          confirmed = true;
        } else {
          reopened ||= endedAt !== undefined && waitsFor === "nothing";
          waitsFor = "assistant";
          confirmed = false;
          if (!isSettled()) endedAt = undefined;
        }
        lastAt = one.at;
        break;
      case "assistant":
        waitsFor = one.said === "answer" ? "nothing" : "customer";
        answered = one.said === "answer" ? one.messageId : "";
        confirmed = false;
        lastAt = one.at;
        if (!isSettled()) endedAt = undefined;
        break;
      case "people":
        if (reason === undefined) endedAt = one.at;
        reason ??= one.reason;
        lastAt = one.at;
        break;
      case "closed":
        endedAt ??= one.at;
        break;
      case "rated":
        if (one.up) confirmed ||= one.messageId === answered;
        else [negative, endedAt] = [true, one.at];
        break;
      case "flagged":
        [negative, endedAt] = [true, one.at];
        break;
    }
  }
  // Stored as escalated, by events that are too long ago to be read again.
  if (endedAt === undefined && (isSettled() || lastAt + QUIET <= now)) endedAt = isSettled() ? lastAt : lastAt + QUIET;
  const outcome = ((): Outcome => {
    if (negative) return "negative";
    if (reason !== undefined) return "escalated";
    if (reopened) return "reopened";
    if (confirmed) return "confirmed";
    if (endedAt === undefined) return "open";
    return waitsFor === "nothing" ? "assumed" : "abandoned";
  })();
  const nextAt = endedAt === undefined ? lastAt + QUIET : endedAt + CHANGEABLE;
  return {
    outcome,
    reason: outcome === "escalated" ? (reason ?? null) : null,
    dueAt: endedAt !== undefined && nextAt <= now ? null : nextAt,
  };
}
