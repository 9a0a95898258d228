// What states, ends, waits and gaps are called.
import { locale } from "#dashboard/locale.ts";
import type { Tone } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import type { EndReason, Missing, Sequence, SequenceState, Wait } from "../contract.ts";

export const STATES: Readonly<Record<SequenceState, { readonly label: () => string; readonly tone: Tone }>> = {
  draft: { label: m.outreach_state_draft, tone: "neutral" },
  in_review: { label: m.outreach_state_in_review, tone: "warn" },
  running: { label: m.outreach_state_running, tone: "accent" },
  ended: { label: m.outreach_state_ended, tone: "neutral" },
};
export const ENDS: Readonly<Record<EndReason, () => string>> = {
  finished: m.outreach_end_finished,
  answered: m.outreach_end_answered,
  automatic_answer: m.outreach_end_automatic_answer,
  bounced: m.outreach_end_bounced,
  complained: m.outreach_end_complained,
  opted_out: m.outreach_end_opted_out,
  suppressed: m.outreach_end_suppressed,
  conversation: m.outreach_end_conversation,
  lead_gone: m.outreach_end_lead_gone,
  address_changed: m.outreach_end_address_changed,
  won: m.outreach_end_won,
  lost: m.outreach_end_lost,
  stopped: m.outreach_end_stopped,
  not_sent: m.outreach_end_not_sent,
};
const WAITS: Readonly<Record<Wait, (inputs: { at: string; zone: string }) => string>> = {
  window: m.outreach_wait_window,
  pause: m.outreach_wait_pause,
  previous: () => m.outreach_wait_previous(),
  project_ceiling: m.outreach_wait_project_ceiling,
  sender_ceiling: m.outreach_wait_sender_ceiling,
  address_limit: m.outreach_wait_address_limit,
  review: () => m.outreach_wait_review(),
  not_ready: () => m.outreach_wait_not_ready(),
};
export const MISSING: Readonly<Record<Missing, () => string>> = {
  email: m.outreach_gap_email,
  origin: m.outreach_gap_origin,
  reply_address: m.outreach_gap_reply_address,
  identity: m.outreach_gap_identity,
};
/** A moment as the clock of the zone shows it, with the day of the week. */
export const momentIn = (zone: string, at: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: "long",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: zone,
  }).format(new Date(at));
/** What happens next with a sequence, in a sentence. */
export function nextOf({ state, endReason, waitsFor, nextAt, timeZone, mails }: Sequence): string {
  if (state === "draft") return m.outreach_next_draft();
  if (state === "ended") return endReason === null ? "" : ENDS[endReason]();
  if (state === "in_review") return m.outreach_wait_review();
  if (waitsFor !== null) return WAITS[waitsFor]({ at: nextAt === null ? "" : momentIn(timeZone, nextAt), zone: timeZone });
  return mails.some(({ delivery }) => delivery === null) ? m.outreach_next_soon() : m.outreach_wait_previous();
}
