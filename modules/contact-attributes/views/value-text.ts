// Formats a value of an attribute as people read it.
import { locale } from "#dashboard/locale.ts";
import { plain } from "#dashboard/ui/plain.ts";
import type { AttributeType } from "../contract.ts";

const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 15 });
// A date has no time zone.
const days = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });

/** `12,5`, `Nov 27, 2026`, `example.org/account`; other values as they are. */
export function valueText(type: AttributeType, value: string): string {
  if (type === "number" && Number.isFinite(Number(value))) return numbers.format(Number(value));
  if (type === "date" && !Number.isNaN(Date.parse(value))) return days.format(new Date(`${value}T00:00:00.000Z`));
  return type === "link" ? plain(value.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "")) : plain(value);
}
