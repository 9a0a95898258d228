// What the hours of the form mean at this moment.
import { locale } from "#dashboard/locale.ts";
import { isKnownZone } from "#kernel/clock/local-time.ts";
import { m } from "#messages";
import { useState } from "react";
import { closingAfter, isOpenAt, nextOpening, type Schedule } from "../contract.ts";

/** Weekday and time in the hours' own zone; with the date if it is more than six days away. */
function momentText(timeZone: string, at: number, now: number): string {
  const isFar = at - now > 6 * 86_400_000;
  const options: Intl.DateTimeFormatOptions = { weekday: "long", hour: "2-digit", minute: "2-digit" };
  return new Intl.DateTimeFormat(locale, {
    ...options,
    ...(isFar ? { day: "numeric", month: "long" } : {}),
    hourCycle: "h23",
    timeZone,
  }).format(at);
}

/** Whether the hours can be computed with: their intervals may still be wrong, and their zone unknown. */
function isWhole({ timeZone, week, exceptions }: Schedule): boolean {
  return (
    isKnownZone(timeZone) &&
    [...week, ...exceptions.map(({ hours }) => hours)].every((hours) =>
      hours.every(({ from, to }, i) => from < to && (i === 0 || from > (hours[i - 1]?.to ?? 0))),
    )
  );
}

export function HoursNow({ hours }: { readonly hours: Schedule }) {
  // When the form was opened: the sentence is about the hours, and is no clock.
  const [now] = useState(Date.now);
  if (!isWhole(hours)) return null;
  return (
    <p role="status" className="text-sm text-muted">
      {sentenceOf(hours, now)}
    </p>
  );
}
function sentenceOf(hours: Schedule, now: number): string {
  if (!hours.on) return m.business_hours_now_always();
  const opens = nextOpening(hours, now);
  if (opens !== null) return m.business_hours_now_closed({ time: momentText(hours.timeZone, opens, now) });
  if (!isOpenAt(hours, now)) return m.business_hours_now_never();
  const closes = closingAfter(hours, now);
  return closes === null
    ? m.business_hours_now_open_always()
    : m.business_hours_now_open({ time: momentText(hours.timeZone, closes, now) });
}
