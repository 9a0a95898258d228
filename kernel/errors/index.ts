// Refusals: expected responses other than success. Each has a status, a code and a public message; internal details are never sent.
import { numberText } from "#kernel/language/numbers.ts";
import { m } from "#messages";

export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 411 | 413 | 415 | 426 | 429 | 503;

/** An expected refusal. `details` are further fields of the body, next to its message and code; `headers` are added to the response. */
export class Refusal extends Error {
  readonly status: RefusalStatus;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: RefusalStatus,
    code: string,
    message: string,
    details: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/**
 * Defines a kind of refusal; call the result to create one. `message` is a function, so that it is worded in the language of whoever is
 * refused.
 */
export const refusal =
  (spec: { status: RefusalStatus; code: string; message: () => string }) =>
  (details: Record<string, unknown> = {}): Refusal =>
    new Refusal(spec.status, spec.code, spec.message(), details);

/**
 * What is wrong with one value. `message` is a sentence if a person may have typed the value, shown as it is; otherwise a fragment such as
 * "must be a UUID", for the developer of the client.
 */
export interface Issue {
  path: string;
  message: string;
}
/** The refusal's own message is the first issue's: a sentence as it is, a fragment with its path. */
export const invalidRequest = (issues: Issue[]): Refusal => {
  const [first] = issues;
  if (!first) return new Refusal(400, "invalid_request", m.kernel_request_invalid(), { issues });
  const message = first.message.endsWith(".")
    ? first.message
    : m.kernel_issue({ path: first.path || m.kernel_request(), message: first.message });
  return new Refusal(400, "invalid_request", message, { issues });
};
export const unauthenticated = (message: string = m.kernel_sign_in_first()): Refusal => new Refusal(401, "unauthenticated", message);
export const forbidden = (message: string = m.kernel_forbidden()): Refusal => new Refusal(403, "forbidden", message);
/** Also for ids of another project: it gets exactly the same response as a missing one. */
export const notFound = (): Refusal => new Refusal(404, "not_found", m.kernel_not_found());
export const conflict = (message: string, details: Record<string, unknown> = {}): Refusal => new Refusal(409, "conflict", message, details);
export const lengthRequired = (): Refusal => new Refusal(411, "length_required", m.kernel_length_required());
export const tooLarge = (maxBytes: number): Refusal =>
  new Refusal(413, "too_large", m.kernel_too_large({ max: numberText(maxBytes) }), { maxBytes });
export const unsupportedType = (message: string): Refusal => new Refusal(415, "unsupported_type", message);
export const rateLimited = (limit: string, retryAfter: number, message: string): Refusal =>
  new Refusal(429, "rate_limited", message, { limit, retryAfter }, { "retry-after": String(retryAfter) });
/** For a capability whose variables are missing: lists their names, never values. */
export const notConfigured = (capability: string, variables: string[], message: string): Refusal =>
  new Refusal(503, "not_configured", message, { capability, variables });
export const misconfigured = (variables: string[]): Refusal =>
  new Refusal(503, "misconfigured", m.kernel_misconfigured({ variables: variables.join(", ") }), {
    variables,
  });
export const unavailable = (retryAfter = 5): Refusal =>
  new Refusal(503, "unavailable", m.kernel_unavailable(), { retryAfter }, { "retry-after": String(retryAfter) });
