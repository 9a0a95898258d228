// Parses sitemaps (sitemaps.org): a list of pages, or an index of such lists.

export interface Sitemap {
  readonly kind: "pages" | "index";
  readonly addresses: string[];
}
const MAX = 50_000;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const decoded = (text: string): string =>
  text
    .replaceAll(/<!\[CDATA\[(.*?)\]\]>/gs, "$1")
    .replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);/gi, (all, name: string) => {
      if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? all;
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
    })
    .trim();

/** The addresses of a sitemap; undefined if the text is none. A plain text file has one address per line. */
export function sitemapOf(text: string): Sitemap | undefined {
  const index = /<(?:\w+:)?sitemapindex[\s>]/i.test(text);
  if (!index && !/<(?:\w+:)?urlset[\s>]/i.test(text)) {
    const lines = text.split(/\r?\n/).map((line) => line.trim());
    const addresses = lines.filter((line) => /^https?:\/\/\S+$/.test(line));
    return addresses.length > 0 && addresses.length === lines.filter((line) => line !== "").length
      ? { kind: "pages", addresses: addresses.slice(0, MAX) }
      : undefined;
  }
  const addresses: string[] = [];
  // Only direct children of an entry: images of a page have a `loc` of their own.
  for (const [, found = ""] of text.matchAll(/<loc>([^<]{0,3000}(?:<!\[CDATA\[[^\]]{0,3000}\]\]>[^<]{0,3000})?)<\/loc>/gi)) {
    addresses.push(decoded(found));
    if (addresses.length >= MAX) break;
  }
  return { kind: index ? "index" : "pages", addresses };
}
