// Error messages of pages that could not be fetched.
import type { SafeAnswer } from "#kernel/safe-fetch/index.ts";

/** The reason why an address was not fetched, as a sentence. */
export function describeFetchError(answer: Extract<SafeAnswer, { ok: false }>): string {
  switch (answer.reason) {
    case "address":
      return "This address can’t be fetched: it isn’t a public https address.";
    case "redirects":
      return "Too many redirects.";
    case "status":
      return answer.status === 404 || answer.status === 410 ? `Page not found (${answer.status}).` : `The site answered ${answer.status}.`;
    case "type":
      return "It isn’t a text page.";
    case "too_large":
      return "The page is too large.";
    case "timeout":
      return "The site took too long to answer.";
    case "unreachable":
      return "Couldn’t reach the site.";
  }
}
