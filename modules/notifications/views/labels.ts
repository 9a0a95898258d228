// Labels of the notification settings: events, days, times, zones.
import { locale } from "#dashboard/locale.ts";
import { m } from "#messages";
import type { NotificationEvent } from "../contract.ts";

export const EVENT_LABELS: Readonly<Record<NotificationEvent, { label(): string; hint?(): string }>> = {
  newUnassigned: { label: m.notifications_new },
  replyToMine: { label: m.notifications_reply_mine },
  replyUnassigned: { label: m.notifications_reply_unassigned },
  assignedToMe: { label: m.notifications_assigned, hint: m.notifications_assigned_hint },
  mineNotDelivered: { label: m.notifications_lost, hint: m.notifications_lost_hint },
  replyToFollowed: { label: m.notifications_reply_followed, hint: m.notifications_reply_followed_hint },
  noteInFollowed: { label: m.notifications_note_followed, hint: m.notifications_note_followed_hint },
  monitored: { label: m.notifications_monitored, hint: m.notifications_monitored_hint },
  mentioned: { label: m.notifications_mentioned },
  issueResolved: { label: m.notifications_issue, hint: m.notifications_issue_hint },
  badRating: { label: m.notifications_rated, hint: m.notifications_rated_hint },
  workAsks: { label: m.notifications_work, hint: m.notifications_work_hint },
  assistantWorse: { label: m.notifications_worse, hint: m.notifications_worse_hint },
  targetNear: { label: m.notifications_near, hint: m.notifications_near_hint },
  replyReturned: { label: m.notifications_returned, hint: m.notifications_returned_hint },
  ruleNotifies: { label: m.notifications_rule, hint: m.notifications_rule_hint },
  webhookStopped: { label: m.notifications_webhook, hint: m.notifications_webhook_hint },
  targetMissed: { label: m.notifications_missed, hint: m.notifications_missed_hint },
};

/** Names of Monday to Sunday in the browser's locale. */
export function dayNames(): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  // 5 January 2026 was a Monday.
  return Array.from({ length: 7 }, (_, i) => format.format(Date.UTC(2026, 0, 5 + i)));
}

/** Minutes of the day in the format of a time field. */
export const timeText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
/** Undefined while the time is incomplete. */
export function minuteOf(text: string): number | undefined {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(text) ?? [];
  return hour === undefined || minute === undefined ? undefined : Number(hour) * 60 + Number(minute);
}

export const hereZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
/** All time zones that this browser knows, and the chosen one. */
export const zonesWith = (chosen: string): { value: string; label: string }[] =>
  [...new Set(["UTC", chosen, hereZone(), ...Intl.supportedValuesOf("timeZone")])]
    .sort()
    .map((value) => ({ value, label: value.replaceAll("_", " ") }));
