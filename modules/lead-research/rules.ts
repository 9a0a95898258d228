// Limits of research, and which pages of a site are read. Without I/O.
import { minutes, seconds } from "#kernel/clock/index.ts";

/** Pages of a run, tried ones included. */
export const MOST_PAGES = 12;
/** Characters that a run gives to the model, and those of one page. */
export const MOST_TEXT = 300_000;
export const PAGE_TEXT = 40_000;
/** Milliseconds in which pages are read. */
export const FETCH_TIME = seconds(60);
/** Milliseconds of one invocation; the next one goes on. */
export const SLICE_TIME = seconds(20);
/** How long the text of a page is used again. */
export const CACHE_TIME = 24 * minutes(60);
/** Without any progress for this long a run counts as interrupted. Longer than the lease of its job and the model's time. */
export const INTERRUPTED_AFTER = minutes(15);
/** Milliseconds for the model's answer, with all attempts. */
export const ASK_TIME = minutes(2);
export const ASK_OUTPUT = 6000;
/** Tokens of the instructions, the criteria and the form of the answer, generously. */
const FRAME_TOKENS = 4000;
/** Tokens that a call has at most: its price is shown before a run. */
export const MOST_INPUT = MOST_TEXT / 4 + FRAME_TOKENS;
/** Statements of a run. */
export const MOST_STATEMENTS = 30;

/** Words in a path that promise what a company is and does, the most telling first. */
const TELLING = [
  /\b(?:about|company|who-we-are|ueber-uns|unternehmen|a-propos|nosotros|chi-siamo|over-ons)/,
  /\b(?:product|solution|platform|service|features|produkte|leistungen|produits)/,
  /\b(?:customers|case-stud|references|clients|kunden|referenzen)/,
  /\b(?:pricing|plans|prices|preise|tarifs)/,
  /\b(?:team|people|leadership|management)/,
  /\b(?:careers|jobs|karriere|contact|kontakt|impressum|imprint|locations)/,
];
const FILE = /\.(?:pdf|zip|jpe?g|png|gif|svg|webp|mp4|webm|mp3|css|js|xml|json|docx?|xlsx?|pptx?)$/i;
const rank = (url: string): number => {
  const { pathname } = new URL(url);
  const found = TELLING.findIndex((pattern) => pattern.test(pathname.toLowerCase()));
  return found === -1 ? TELLING.length : found;
};
/** The links of a front page in the order in which they are worth reading: telling ones first, then those with short paths. */
export const worthReading = (links: readonly string[]): string[] =>
  links
    .filter((url) => !FILE.test(new URL(url).pathname) && new URL(url).search === "")
    .toSorted((a, b) => rank(a) - rank(b) || a.length - b.length);
