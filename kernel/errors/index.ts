// Refusals: expected responses other than success. Each has a status, a code and a public message; internal details are never sent.
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 411 | 413 | 415 | 426 | 429 | 503;

/** An expected refusal. `more` is merged into the body; `headers` into the response. */
export class Refusal extends Error {
  readonly status: RefusalStatus;
  readonly code: string;
  readonly more: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: RefusalStatus,
    code: string,
    message: string,
    more: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
    this.more = more;
    this.headers = headers;
  }
}

/** Defines a refusal; call the result to create one. */
export const refusal =
  (spec: { status: RefusalStatus; code: string; says: string }) =>
  (more: Record<string, unknown> = {}): Refusal =>
    new Refusal(spec.status, spec.code, spec.says, more);

/** What is wrong with one value: a sentence if a person may have typed it, otherwise a fragment for the developer of the client. */
export interface Issue {
  path: string;
  message: string;
}
export const invalidRequest = (issues: Issue[]): Refusal => {
  const [first] = issues;
  if (!first) return new Refusal(400, "invalid_request", "The request is invalid.", { issues });
  const message = first.message.endsWith(".") ? first.message : `${first.path || "The request"}: ${first.message}`;
  return new Refusal(400, "invalid_request", message, { issues });
};
export const unauthenticated = (message = "Sign in first."): Refusal => new Refusal(401, "unauthenticated", message);
export const forbidden = (message = "You don’t have permission to do this."): Refusal => new Refusal(403, "forbidden", message);
/** Also for ids of another project: it gets exactly the same response as a missing one. */
export const notFound = (): Refusal => new Refusal(404, "not_found", "This doesn’t exist, or you don’t have access to it.");
export const conflict = (message: string, more: Record<string, unknown> = {}): Refusal => new Refusal(409, "conflict", message, more);
export const lengthRequired = (): Refusal => new Refusal(411, "length_required", "The request requires a Content-Length.");
export const tooLarge = (maxBytes: number): Refusal =>
  new Refusal(413, "too_large", `The limit is ${maxBytes.toLocaleString("en")} bytes.`, { maxBytes });
export const unsupportedType = (message: string): Refusal => new Refusal(415, "unsupported_type", message);
export const rateLimited = (limit: string, retryAfter: number, message: string): Refusal =>
  new Refusal(429, "rate_limited", message, { limit, retryAfter }, { "retry-after": String(retryAfter) });
/** For a capability whose variables are missing: lists their names, never values. */
export const notConfigured = (capability: string, variables: string[], message: string): Refusal =>
  new Refusal(503, "not_configured", message, { capability, variables });
export const misconfigured = (variables: string[]): Refusal =>
  new Refusal(503, "misconfigured", `The installation’s configuration is invalid: ${variables.join(", ")}. Its owner has to fix it.`, {
    variables,
  });
export const unavailable = (retryAfter = 5): Refusal =>
  new Refusal(
    503,
    "unavailable",
    "The service is unavailable right now. Try again in a moment.",
    { retryAfter },
    { "retry-after": String(retryAfter) },
  );
