// Turns what the packages throw into a `ModelError`.
import { fieldOf, retryAfter } from "#kernel/http/service-response.ts";
import { m } from "#messages";
import { ModelError, type ModelErrorKind } from "../errors.ts";
import { type ModelChoice, TITLES } from "../contract/providers.ts";
import { withoutKeys } from "../rules.ts";
import { type AiConfig, BASE_URLS, KEYS } from "../variables.ts";

/** The provider's name in a sentence. */
export const titleOf = ({ provider }: Pick<ModelChoice, "provider">): string => (provider === "own" ? m.ai_own_server() : TITLES[provider]);

/** What a status means. Providers agree on these, except that some say 400 for a wrong key. */
function kindOf(status: number, words: string): ModelErrorKind {
  if (/insufficient_quota|billing|credit balance|credits or licenses|exceeded your current quota/i.test(words)) return "quota";
  if (status === 401 || status === 403 || /(?:incorrect|invalid) api key|api key not valid|API_KEY_INVALID/i.test(words)) return "key";
  if (status === 404 || /model_not_found|invalid_model|unknown model|model .*(?:not found|does not exist)/i.test(words)) return "model";
  if (status === 429) return "busy";
  if (status === 408 || status === 409 || status === 425 || status >= 500) return "down";
  if (/content[_ ]?(?:policy|filter)|safety|moderation/i.test(words)) return "content";
  return "input";
}

/** The variables to check if the key, the account or the address is wrong. */
function variablesOf({ provider }: ModelChoice, ai: AiConfig): string {
  const key = provider === "own" ? "MODEL_SERVER_API_KEY" : KEYS[provider].join(" / ");
  return ai.baseUrls[provider] === undefined ? key : `${key}, ${BASE_URLS[provider]}`;
}

function sentenceOf(kind: ModelErrorKind, choice: ModelChoice, ai: AiConfig, status: number): string {
  const title = titleOf(choice);
  const variables = variablesOf(choice, ai);
  switch (kind) {
    case "key":
      return m.ai_error_key({ title, status, variables });
    case "quota":
      return m.ai_error_quota({ title, status });
    case "model":
      return m.ai_error_model({ title, status, model: choice.model });
    case "busy":
      return m.ai_error_busy({ title, status });
    case "down":
      return m.ai_error_down({ title, status });
    case "late":
      return m.ai_error_late({ title });
    case "unreachable":
      return m.ai_error_unreachable({ title });
    case "unreadable":
      return m.ai_error_unreadable({ title });
    case "content":
      return m.ai_error_content({ title });
    case "stopped":
      return m.ai_error_stopped();
    case "input":
      return m.ai_error_input({ title, status });
  }
}

/** What went wrong. `signal`: of the call's own deadline. Anything that is no failure of the provider stays as it is. */
export async function modelErrorOf(error: unknown, choice: ModelChoice, ai: AiConfig, signal: AbortSignal, now: number): Promise<unknown> {
  if (error instanceof ModelError) return error;
  const { AISDKError, APICallError, RetryError } = await import("ai");
  const make = (kind: ModelErrorKind, status = 0, more: ConstructorParameters<typeof ModelError>[2] = {}): ModelError =>
    new ModelError(kind, sentenceOf(kind, choice, ai, status), more);
  if (RetryError.isInstance(error)) return await modelErrorOf(error.lastError, choice, ai, signal, now);
  if (signal.aborted) return make(signal.reason instanceof DOMException && signal.reason.name === "TimeoutError" ? "late" : "stopped");
  if (APICallError.isInstance(error)) {
    const { statusCode: status, responseBody = "", responseHeaders = {} } = error;
    if (status === undefined) return make("unreachable");
    // A success that could not be read.
    if (status < 400) return make("unreadable");
    const words = withoutKeys(wordsOf(responseBody) ?? error.message, Object.values(ai.keys));
    const after = retryAfter(new Headers(responseHeaders), now);
    return make(kindOf(status, `${words} ${responseBody.slice(0, 2000)}`), status, { words, after });
  }
  if (AISDKError.isInstance(error)) return make(error.name === "AI_NoContentGeneratedError" ? "content" : "unreadable");
  // What `fetch` throws.
  if (error instanceof TypeError || (error instanceof Error && /network|fetch|connect/i.test(error.message))) return make("unreachable");
  return error;
}

/** The sentence of a provider's error; each has its own form. */
function wordsOf(body: string): string | undefined {
  try {
    const json: unknown = JSON.parse(body);
    const found = [fieldOf(json, "error", "message"), fieldOf(json, "message"), fieldOf(json, "error"), fieldOf(json, "detail")];
    return found.find((one): one is string => typeof one === "string");
  } catch {
    return undefined;
  }
}
