import { locale } from "#dashboard/locale.ts";

// One for each unit, made once: every row of the list asks for one, again with every change.
const formats = new Map<string, Intl.NumberFormat>();

/** The time since then in one short unit: "0 min", "12 min", "3 hr", "2 days". */
export function since(at: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / 60_000));
  const [unit, value] =
    minutes < 60
      ? (["minute", minutes] as const)
      : minutes < 1440
        ? (["hour", Math.floor(minutes / 60)] as const)
        : (["day", Math.floor(minutes / 1440)] as const);
  const format = formats.get(unit) ?? new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" });
  formats.set(unit, format);
  return format.format(value);
}
