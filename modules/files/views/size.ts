import { locale } from "#dashboard/locale.ts";

/** Bytes for people: "840B", "12 KB", "1.4 MB" (decimal, as the limit of 25 MB is). */
export function sizeText(bytes: number): string {
  const [unit, value] =
    bytes < 1000
      ? (["byte", bytes] as const)
      : bytes < 1_000_000
        ? (["kilobyte", bytes / 1000] as const)
        : (["megabyte", bytes / 1_000_000] as const);
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit,
    unitDisplay: unit === "byte" ? "narrow" : "short",
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
