// Formats file sizes.
import { locale } from "#dashboard/locale.ts";

/** Formats bytes: "840B", or "840 bytes" with `byte: "long"`; "12 kB", "1.4 MB". Decimal units, like the upload limit of 25 MB. */
export function formatFileSize(bytes: number, byte: "narrow" | "long" = "narrow"): string {
  const [unit, value] =
    bytes < 1000
      ? (["byte", bytes] as const)
      : bytes < 1_000_000
        ? (["kilobyte", bytes / 1000] as const)
        : (["megabyte", bytes / 1_000_000] as const);
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit,
    unitDisplay: unit === "byte" ? byte : "short",
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
