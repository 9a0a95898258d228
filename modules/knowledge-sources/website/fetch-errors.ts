// Error messages of pages that could not be fetched.
import type { SafeAnswer } from "#kernel/safe-fetch/index.ts";
import { m } from "#messages";

/** The reason why an address was not fetched, as a sentence. */
export function describeFetchError(answer: Extract<SafeAnswer, { ok: false }>): string {
  switch (answer.reason) {
    case "address":
      return m.knowledge_sources_fetch_not_public();
    case "redirects":
      return m.knowledge_sources_fetch_redirects();
    case "status":
      return answer.status === 404 || answer.status === 410
        ? m.knowledge_sources_fetch_not_found({ status: answer.status })
        : m.knowledge_sources_fetch_status({ status: answer.status ?? 0 });
    case "type":
      return m.knowledge_sources_fetch_not_text();
    case "too_large":
      return m.knowledge_sources_fetch_too_large();
    case "timeout":
      return m.knowledge_sources_fetch_late();
    case "unreachable":
      return m.knowledge_sources_fetch_unreachable();
  }
}
