// Names of targets, and times until and since.
import { locale } from "#dashboard/locale.ts";
import { formatter } from "#dashboard/ui/formatter.ts";
import { m } from "#messages";
import { useEffect, useState } from "react";
import type { Target } from "../contract.ts";

export const NAMES: Readonly<Record<Target, () => string>> = {
  first: m.response_targets_first,
  next: m.response_targets_next,
  resolution: m.response_targets_resolution,
};

const formats = new Map<string, Intl.NumberFormat>();
function amount(unit: "minute" | "hour" | "day", value: number): string {
  const format = formats.get(unit) ?? new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" });
  formats.set(unit, format);
  return format.format(value);
}
/** Minutes in hours and minutes: "1 hr 30 min". Without days: a day of business hours is not 24 hours. */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [amount("hour", hours)] : []), ...(rest > 0 || hours === 0 ? [amount("minute", rest)] : [])].join(" ");
}
/** A span of time (ms) in one short unit: "12 min", "3 hr", "2 days". Less than a minute is one. */
export function spanText(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const [unit, value] =
    minutes < 100
      ? (["minute", minutes] as const)
      : minutes < 48 * 60
        ? (["hour", Math.round(minutes / 60)] as const)
        : (["day", Math.round(minutes / 1440)] as const);
  return amount(unit, value);
}

const near = formatter({ weekday: "short", hour: "numeric", minute: "2-digit" });
const far = formatter({ weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
/** Weekday and time; with the date if it is more than six days away. */
export const momentText = (at: number, now: number): string => (Math.abs(at - now) > 6 * 86_400_000 ? far : near)(new Date(at));

/** The present, every half minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
