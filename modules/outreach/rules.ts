// Decides what happens next in a sequence: the state machine of SPEC.md. Pure.
import { days, hours } from "#kernel/clock/index.ts";
import type { EndReason, Wait } from "./contract.ts";
import { nextOpen, type Window } from "./time-zones.ts";

/** Mails of a sender on its first day. */
export const FIRST_DAY = 10;
/** What each clean day multiplies the next day's mails by. */
const GROWTH = 1.5;
/** How long nothing is done when only time can help, and nobody knows how much. */
const LOOK_AGAIN = hours(1);

/** A sender's day: how many mails it sent, and how many of them bounced or were complained of. */
export interface SenderDay {
  readonly sent: number;
  readonly returned: number;
}
/**
 * Mails that a sender may send today: ten on its first day, half as many again for each clean day since, and a step back for each day on
 * which something was returned. `before`: its earlier days with mail, of the last thirty, in any order.
 */
export function allowanceOf(before: readonly SenderDay[], most: number): number {
  const clean = before.filter(({ returned }) => returned === 0).length;
  const steps = Math.max(0, clean - (before.length - clean));
  return Math.min(most, Math.floor(FIRST_DAY * GROWTH ** Math.min(steps, 20)));
}

/** A day in UTC, as ceilings and warm-up count it: `2026-11-28`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const nextDay = (at: number): number => (Math.floor(at / days(1)) + 1) * days(1);

export interface Facts {
  readonly now: number;
  /** Why the lead may not be mailed; null if it may. */
  readonly lead: EndReason | null;
  /** Why nothing is sent to the address; null if something may be. */
  readonly suppressed: EndReason | null;
  /** The mail before; null for the first. `state`: of its delivery, null once that is forgotten. */
  readonly previous: { readonly state: string | null; readonly sentAt: number } | null;
  /** The mail that is next; null when all were sent. */
  readonly next: { readonly waitDays: number; readonly isReviewed: boolean } | null;
  /** Whether the project can send at all: provider, reply address, identity. */
  readonly isReady: boolean;
  readonly zone: string;
  readonly window: Window;
  /** Mails of today and how many there may be. */
  readonly project: { readonly sent: number; readonly most: number };
  readonly sender: { readonly sent: number; readonly most: number };
}
export type Decision =
  | { readonly kind: "end"; readonly reason: EndReason }
  /** `until`: null waits for a person. */
  | { readonly kind: "wait"; readonly for: Wait; readonly until: number | null }
  | { readonly kind: "send" };

const end = (reason: EndReason): Decision => ({ kind: "end", reason });
const wait = (why: Wait, until: number | null): Decision => ({ kind: "wait", for: why, until });

/** What a delivery that is not `sent` means for the mails after it. */
function afterPrevious(state: string | null, now: number): Decision | undefined {
  switch (state) {
    case "sent":
    case null:
      return undefined;
    case "queued":
    case "sending":
    case "held":
      return wait("previous", now + LOOK_AGAIN);
    case "bounced":
      return end("bounced");
    case "suppressed":
      return end("suppressed");
    // Whether it arrived is not known, so nothing may follow it.
    default:
      return end("not_sent");
  }
}

export function decide(facts: Facts): Decision {
  const { now, previous, next, zone, window, project, sender } = facts;
  if (facts.lead !== null) return end(facts.lead);
  if (facts.suppressed !== null) return end(facts.suppressed);
  const unsettled = previous === null ? undefined : afterPrevious(previous.state, now);
  if (unsettled) return unsettled;
  if (next === null) return end("finished");
  if (!next.isReviewed) return wait("review", null);
  if (!facts.isReady) return wait("not_ready", now + LOOK_AGAIN);
  const earliest = previous === null ? now : previous.sentAt + days(next.waitDays);
  if (earliest > now) return wait("pause", nextOpen(window, zone, earliest));
  const opens = nextOpen(window, zone, now);
  if (opens > now) return wait("window", opens);
  const tomorrow = nextOpen(window, zone, nextDay(now));
  if (project.sent >= project.most) return wait("project_ceiling", tomorrow);
  if (sender.sent >= sender.most) return wait("sender_ceiling", tomorrow);
  return { kind: "send" };
}
