// Chooses the language of a page.

/**
 * The offered language that fits `Accept-Language` best (RFC 9110 §12.5.4): an exact match, else the same language without region or
 * script.
 */
export function bestLocale(header: string | null, offered: readonly string[], fallback: string): string {
  const wishes = (header ?? "")
    .slice(0, 500)
    .split(",")
    .flatMap((part) => {
      const [tag = "", ...options] = part.trim().split(";");
      const q = Number(/^\s*q=([\d.]+)\s*$/.exec(options[0] ?? "")?.[1] ?? 1);
      return tag === "" || tag === "*" || !(q > 0) ? [] : [{ tag: tag.toLowerCase(), q }];
    })
    .toSorted((a, b) => b.q - a.q);
  for (const { tag } of wishes) {
    const exact = offered.find((l) => l.toLowerCase() === tag);
    if (exact !== undefined) return exact;
    const language = tag.split("-")[0];
    const near = offered.find((l) => l.toLowerCase() === language) ?? offered.find((l) => l.toLowerCase().split("-")[0] === language);
    if (near !== undefined) return near;
  }
  return fallback;
}
/** The offered language that a path segment names, in any case. */
export const localeAt = (given: string, offered: readonly string[]): string | undefined =>
  offered.find((l) => l.toLowerCase() === given.toLowerCase());
