// The dot on the favicon while something is unread.
const DOT = encodeURIComponent("<circle cx='24' cy='8' r='8' fill='#dc2626' stroke='white' stroke-width='2'/>");
let plain: string | undefined;

/** The icon is an address with an SVG in it, to which the dot is added. */
export function showFaviconBadge(shown: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  plain ??= link.href;
  const href = shown ? plain.replace(/%3C\/svg%3E$/i, `${DOT}%3C/svg%3E`) : plain;
  if (link.href !== href) link.href = href;
}
