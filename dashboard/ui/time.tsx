// Formats times in the interface's language and the person's time zone, with Intl only.
import { useEffect, useRef, useState } from "react";
import { m } from "#messages";
import { locale } from "../locale.ts";
import { whenIdle } from "../when-idle.ts";
import { formatter } from "./formatter.ts";

const clock = formatter({ hour: "numeric", minute: "2-digit" });
const dayClock = formatter({ month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
const day = formatter({ month: "short", day: "numeric" });
const yearDay = formatter({ year: "numeric", month: "short", day: "numeric" });
const full = formatter({ dateStyle: "full", timeStyle: "short" });

/** `10:02` for today, otherwise `Mar 3, 10:02`. */
export function formatTime(at: string | number | Date): string {
  const time = new Date(at);
  return (time.toDateString() === new Date().toDateString() ? clock : dayClock)(time);
}

/** `Mar 3`, with the year unless it is this one. */
export function formatDay(at: string | number | Date): string {
  const time = new Date(at);
  return (time.getFullYear() === new Date().getFullYear() ? day : yearDay)(time);
}

/** The full date and time, for tooltips. */
export const formatFull = (at: string | number | Date): string => full(new Date(at));

/** `just now`, `2 min ago`, `3 hr ago`, `4 days ago`, then the day. */
export function shortAge(at: string, now = Date.now()): string {
  const minutes = Math.floor((now - new Date(at).getTime()) / 60_000);
  if (minutes < 1) return m.dashboard_time_just_now();
  if (minutes < 60) return m.dashboard_time_minutes({ count: minutes });
  if (minutes < 60 * 24) return m.dashboard_time_hours({ count: Math.floor(minutes / 60) });
  return minutes < 60 * 24 * 7 ? m.dashboard_time_days({ count: Math.floor(minutes / 60 / 24) }) : formatDay(at);
}

let words: Intl.RelativeTimeFormat | undefined;
/** `2 minutes ago`, for use in a sentence; the day after a week. */
export function ageInWords(at: string, now = Date.now()): string {
  const minutes = Math.floor((now - new Date(at).getTime()) / 60_000);
  if (minutes < 1) return m.dashboard_time_just_now();
  words ??= new Intl.RelativeTimeFormat(locale);
  if (minutes < 60) return words.format(-minutes, "minute");
  if (minutes < 60 * 24) return words.format(-Math.floor(minutes / 60), "hour");
  return minutes < 60 * 24 * 7 ? words.format(-Math.floor(minutes / 60 / 24), "day") : formatDay(at);
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
// One shared timer for all times on the page.
function onMinute(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((each) => each()), 30_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** How long ago in words, updated while shown; the full time becomes its title when the page is idle. `short`: where there is little room. */
export function RelativeTime({ at, short = false, className }: { at: string; short?: boolean; className?: string }) {
  const [now, setNow] = useState(Date.now);
  const element = useRef<HTMLTimeElement>(null);
  useEffect(() => onMinute(() => setNow(Date.now())), []);
  // Not while drawing: the first formatter takes a phone 50 ms.
  useEffect(() => whenIdle(() => element.current?.setAttribute("title", formatFull(at))), [at]);
  return (
    <time ref={element} dateTime={at} className={className}>
      {short ? shortAge(at, now) : ageInWords(at, now)}
    </time>
  );
}
