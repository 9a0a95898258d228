// Times, counts and formats of codes and return links. Pure.
import { days, minutes, seconds } from "#kernel/clock/index.ts";

/** How long a code may be used after its mail was made. */
export const CODE_TTL = minutes(15);
/** Wrong codes until a new one is needed. */
export const MAX_TRIES = 5;
/** Between two codes for one contact. */
export const REQUEST_INTERVAL = seconds(60);
/** How long a link leads back. */
export const RETURN_LINK_TTL = days(7);

/** Begins the fragment of a link that leads back. A browser sends no fragment, so no server and no Referer ever sees it. */
export const FRAGMENT = "#seed-desk";

/** Six digits that follow from a proof made by a key of the installation. */
export function digitsOf(bytes: Uint8Array): string {
  const number = [...bytes.slice(0, 6)].reduce((sum, byte) => sum * 256 + byte, 0);
  return String(number % 1_000_000).padStart(6, "0");
}

/** The page of the website that the contact was on last, when it is a page of the website; else its beginning. */
export function pageOf(websiteOrigin: string, lastPage: string | null): string {
  const page = lastPage !== null && URL.canParse(lastPage) ? new URL(lastPage) : undefined;
  // A blob: has the origin of what made it, and is no page of the website.
  if (page?.origin !== websiteOrigin || !/^https?:$/.test(page.protocol) || page.username !== "" || page.password !== "")
    return `${websiteOrigin}/`;
  page.hash = "";
  return page.href;
}
