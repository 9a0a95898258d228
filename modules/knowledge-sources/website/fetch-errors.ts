import type { SafeAnswer } from "#kernel/safe-fetch/index.ts";

/** Why an address was not fetched, in words for people. */
export function describeFetchError(answer: Extract<SafeAnswer, { ok: false }>): string {
  switch (answer.reason) {
    case "address":
      return "This address is not fetched: it is no public https address.";
    case "redirects":
      return "It redirects too often.";
    case "status":
      return answer.status === 404 || answer.status === 410
        ? `The page is not there (${answer.status}).`
        : `The site answered ${answer.status}.`;
    case "type":
      return "It is no page of text.";
    case "too_large":
      return "The page is too large.";
    case "timeout":
      return "The site took too long to answer.";
    case "unreachable":
      return "The site could not be reached.";
  }
}
