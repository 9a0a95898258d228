// Refusals: expected answers other than success. Code, status and public message are defined once; internals are never sent.
import { m } from "#messages";

export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 411 | 413 | 415 | 426 | 429 | 503;

/** An expected refusal. `more` is merged into the body; `headers` into the answer. */
export class Refusal extends Error {
  readonly status: RefusalStatus;
  readonly code: string;
  readonly more: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: RefusalStatus, code: string, says: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
    super(says);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
    this.more = more;
    this.headers = headers;
  }
}

/** Names a refusal once; call the result to make one. It says the message in the language of whoever is refused. */
export const refusal =
  (spec: { status: RefusalStatus; code: string; says: () => string }) =>
  (more: Record<string, unknown> = {}): Refusal =>
    new Refusal(spec.status, spec.code, spec.says(), more);

/** What is wrong with one value: a sentence where a person may have typed it, else a fragment for the developer of the client. */
export interface Issue {
  path: string;
  message: string;
}
export const invalidRequest = (issues: Issue[]): Refusal => {
  const [first] = issues;
  if (!first) return new Refusal(400, "invalid_request", m.kernel_request_invalid(), { issues });
  const says = first.message.endsWith(".")
    ? first.message
    : m.kernel_issue({ path: first.path || m.kernel_request(), message: first.message });
  return new Refusal(400, "invalid_request", says, { issues });
};
export const unauthenticated = (says: string = m.kernel_sign_in_first()): Refusal => new Refusal(401, "unauthenticated", says);
export const forbidden = (says: string = m.kernel_forbidden()): Refusal => new Refusal(403, "forbidden", says);
/** Also for ids of another project: a foreign id is answered exactly like a missing one. */
export const notFound = (): Refusal => new Refusal(404, "not_found", m.kernel_not_found());
export const conflict = (says: string, more: Record<string, unknown> = {}): Refusal => new Refusal(409, "conflict", says, more);
export const lengthRequired = (): Refusal => new Refusal(411, "length_required", m.kernel_length_required());
export const tooLarge = (maxBytes: number): Refusal =>
  new Refusal(413, "too_large", m.kernel_too_large({ max: maxBytes.toLocaleString("en") }), { maxBytes });
export const unsupportedType = (says: string): Refusal => new Refusal(415, "unsupported_type", says);
export const rateLimited = (limit: string, retryAfter: number, says: string): Refusal =>
  new Refusal(429, "rate_limited", says, { limit, retryAfter }, { "retry-after": String(retryAfter) });
/** A capability whose variables are missing: names them, never their values. */
export const notConfigured = (capability: string, variables: string[], says: string): Refusal =>
  new Refusal(503, "not_configured", says, { capability, variables });
export const misconfigured = (variables: string[]): Refusal =>
  new Refusal(503, "misconfigured", m.kernel_misconfigured({ variables: variables.join(", ") }), {
    variables,
  });
export const unavailable = (retryAfter = 5): Refusal =>
  new Refusal(503, "unavailable", m.kernel_unavailable(), { retryAfter }, { "retry-after": String(retryAfter) });
