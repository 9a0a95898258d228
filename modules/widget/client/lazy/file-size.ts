// File sizes in the visitor's language.

/** A file's size as people read it: "1.5 MB". */
export function sizeOf(locale: string, bytes: number): string {
  const [value, unit] = bytes < 1000 ? [bytes, "byte"] : bytes < 1_000_000 ? [bytes / 1000, "kilobyte"] : [bytes / 1_000_000, "megabyte"];
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: String(unit),
    unitDisplay: "short",
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
