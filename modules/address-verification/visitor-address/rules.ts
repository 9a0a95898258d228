// Lifetimes, limits and formats of codes and return links. Pure.
import { days, minutes, seconds } from "#kernel/clock/index.ts";

/** How long a code can be entered after its mail was written. */
export const CODE_TTL = minutes(15);
/** Wrong entries after which a new code is needed. */
export const MAX_TRIES = 5;
/** Shortest time between two codes for one contact. */
export const REQUEST_INTERVAL = seconds(60);
/** How long a return link works. */
export const RETURN_LINK_TTL = days(7);

/** Start of a return link's fragment. Browsers never send fragments, so no server and no Referer header sees the token. */
export const FRAGMENT = "#seed-desk";

/** Six digits derived from a MAC. */
export function digitsOf(bytes: Uint8Array): string {
  const number = [...bytes.slice(0, 6)].reduce((sum, byte) => sum * 256 + byte, 0);
  return String(number % 1_000_000).padStart(6, "0");
}

/** The contact's last page if it belongs to the website; else the website's home page. */
export function pageOf(websiteOrigin: string, lastPage: string | null): string {
  const page = lastPage !== null && URL.canParse(lastPage) ? new URL(lastPage) : undefined;
  // A blob: URL has the origin of the page that made it, but cannot be opened.
  if (page?.origin !== websiteOrigin || !/^https?:$/.test(page.protocol) || page.username !== "" || page.password !== "")
    return `${websiteOrigin}/`;
  page.hash = "";
  return page.href;
}
