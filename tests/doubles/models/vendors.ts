// The providers: where each is, how it asks for its key, how it words each failure. Statuses and words are from their references and from
// errors that people reported; the words of "overloaded" and "no credit" are the least certain.
import { type Fault, type Json, makeId, type Vendor } from "./script.ts";

/** An answer that is an error. */
export interface Refusal {
  readonly status: number;
  readonly body: Json;
  readonly headers?: Readonly<Record<string, string>>;
}
/** What an error's words depend on. */
export interface Case {
  readonly model: string;
  readonly key: string | undefined;
  readonly path: string;
  readonly retryAfter: number | undefined;
  /** What is wrong with an invalid request. */
  readonly detail: string;
}
/** The failures that are an answer with a status. */
export type Kind =
  | Extract<Fault, "key" | "rate limit" | "no credit" | "overloaded" | "server error" | "unknown model" | "context too long">
  | "invalid";

export interface Provider {
  /** Its host on the internet. */
  readonly host: string;
  /** The path of its API there; also below the vendor's name on loopback. */
  readonly base: string;
  /** The key that a request carries. */
  keyOf(headers: Headers, url: URL): string | undefined;
  refuse(kind: Kind, given: Case): Refusal;
}

const bearer = (headers: Headers): string | undefined => headers.get("authorization")?.replace(/^Bearer /, "");
const later = (seconds: number | undefined): Record<string, string> => (seconds === undefined ? {} : { "retry-after": String(seconds) });
const hidden = (key: string): string => `${key.slice(0, 2)}***${key.slice(-2)}`;

const openaiError = (status: number, message: string, type: string, code: string | null, param: string | null = null): Refusal => ({
  status,
  body: { error: { message, type, param, code } },
  headers: { "x-request-id": makeId("req_", 32) },
});
const openai: Provider["refuse"] = (kind, { model, key, path, retryAfter, detail }) => {
  const invalid = "invalid_request_error";
  switch (kind) {
    case "key":
      return key === undefined
        ? openaiError(
            401,
            "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth.",
            invalid,
            null,
          )
        : openaiError(
            401,
            `Incorrect API key provided: ${hidden(key)}. You can find your API key at https://platform.openai.com/account/api-keys.`,
            invalid,
            "invalid_api_key",
          );
    case "rate limit": {
      const refusal = openaiError(
        429,
        `Rate limit reached for ${model} in organization org-double on requests per min (RPM): Limit 3, Used 3, Requested 1.`,
        "requests",
        "rate_limit_exceeded",
      );
      return {
        ...refusal,
        headers: { ...refusal.headers, ...later(retryAfter), "x-ratelimit-limit-requests": "3", "x-ratelimit-remaining-requests": "0" },
      };
    }
    case "no credit":
      return openaiError(
        429,
        "You exceeded your current quota, please check your plan and billing details.",
        "insufficient_quota",
        "insufficient_quota",
      );
    case "overloaded": {
      const refusal = openaiError(503, "The engine is currently overloaded, please try again later.", "server_error", null);
      return { ...refusal, headers: { ...refusal.headers, ...later(retryAfter) } };
    }
    case "server error":
      return openaiError(500, "The server had an error while processing your request. Sorry about that!", "server_error", null);
    case "unknown model":
      return openaiError(404, `The model \`${model}\` does not exist or you do not have access to it.`, invalid, "model_not_found");
    case "context too long":
      return path.endsWith("/responses")
        ? openaiError(
            400,
            "Your input exceeds the context window of this model. Please adjust your input and try again.",
            invalid,
            "context_length_exceeded",
            "input",
          )
        : openaiError(
            400,
            "This model's maximum context length is 128000 tokens. However, your messages resulted in 130011 tokens. Please reduce the length of the messages.",
            invalid,
            "context_length_exceeded",
            "messages",
          );
    case "invalid":
      return openaiError(400, detail, invalid, null);
  }
};

const anthropicError = (status: number, type: string, message: string, headers: Record<string, string> = {}): Refusal => {
  const id = makeId("req_011", 22);
  return { status, body: { type: "error", error: { type, message }, request_id: id }, headers: { "request-id": id, ...headers } };
};
const anthropic: Provider["refuse"] = (kind, { model, key, retryAfter, detail }) => {
  switch (kind) {
    case "key":
      return anthropicError(401, "authentication_error", key === undefined ? "x-api-key header is required" : "invalid x-api-key");
    case "rate limit":
      return anthropicError(
        429,
        "rate_limit_error",
        "This request would exceed your organization's rate limit of 50 requests per minute.",
        later(retryAfter),
      );
    case "no credit":
      return anthropicError(
        400,
        "invalid_request_error",
        "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.",
      );
    case "overloaded":
      return anthropicError(529, "overloaded_error", "Overloaded", later(retryAfter));
    case "server error":
      return anthropicError(500, "api_error", "Internal server error");
    case "unknown model":
      return anthropicError(404, "not_found_error", `model: ${model}`);
    case "context too long":
      return anthropicError(400, "invalid_request_error", "prompt is too long: 210011 tokens > 200000 maximum");
    case "invalid":
      return anthropicError(400, "invalid_request_error", detail);
  }
};

const googleError = (code: number, status: string, message: string, details?: readonly Json[]): Refusal => ({
  status: code,
  body: { error: { code, message, status, ...(details ? { details } : {}) } },
});
const google: Provider["refuse"] = (kind, { model, key, retryAfter, detail }) => {
  switch (kind) {
    case "key":
      return key === undefined
        ? googleError(
            403,
            "PERMISSION_DENIED",
            "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
          )
        : googleError(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [
            { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID", domain: "googleapis.com" },
          ]);
    case "rate limit":
    case "no credit":
      // It has no Retry-After: how long to wait stands in the body.
      return googleError(
        429,
        "RESOURCE_EXHAUSTED",
        "You exceeded your current quota, please check your plan and billing details.",
        retryAfter === undefined ? undefined : [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${retryAfter}s` }],
      );
    case "overloaded":
      return googleError(503, "UNAVAILABLE", "The model is overloaded. Please try again later.");
    case "server error":
      return googleError(
        500,
        "INTERNAL",
        "An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting",
      );
    case "unknown model":
      return googleError(
        404,
        "NOT_FOUND",
        `models/${model} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`,
      );
    case "context too long":
      return googleError(
        400,
        "INVALID_ARGUMENT",
        "The input token count (1200011) exceeds the maximum number of tokens allowed (1048576).",
      );
    case "invalid":
      return googleError(400, "INVALID_ARGUMENT", detail);
  }
};

const mistralError = (status: number, message: string, type: string, code: string, headers: Record<string, string> = {}): Refusal => ({
  status,
  body: { object: "error", message, type, param: null, code, raw_status_code: status },
  headers,
});
const mistral: Provider["refuse"] = (kind, { model, retryAfter, detail }) => {
  switch (kind) {
    case "key":
      return { status: 401, body: { detail: "Unauthorized" } };
    case "rate limit":
      return mistralError(429, "Rate limit exceeded", "rate_limited", "1300", later(retryAfter));
    case "no credit":
      return mistralError(429, "Requests rate limit exceeded", "rate_limited", "1300");
    case "overloaded":
      return mistralError(503, "Service unavailable.", "unreachable_backend", "1100", later(retryAfter));
    case "server error":
      return mistralError(500, "Internal server error.", "internal_server_error", "1000");
    case "unknown model":
      return mistralError(400, `Invalid model: ${model}`, "invalid_model", "1500");
    case "context too long":
      return mistralError(
        400,
        "Prompt contains 132000 tokens and 0 draft tokens, too large for model with 131072 maximum context length",
        "invalid_request_prompt",
        "3051",
      );
    case "invalid":
      return { status: 422, body: { detail: [{ type: "value_error", loc: ["body"], msg: detail, input: null }] } };
  }
};

const xaiError = (status: number, code: string, error: string, headers: Record<string, string> = {}): Refusal => ({
  status,
  body: { code, error },
  headers,
});
const BAD_ARGUMENT = "Client specified an invalid argument";
const xai: Provider["refuse"] = (kind, { model, key, retryAfter, detail }) => {
  switch (kind) {
    case "key":
      // A wrong key is an invalid argument, 400.
      return key === undefined
        ? xaiError(401, "Unauthenticated", "No API key provided. Specify your key in the Authorization header.")
        : xaiError(400, BAD_ARGUMENT, `Incorrect API key provided: ${hidden(key)}. You can obtain an API key from https://console.x.ai.`);
    case "rate limit":
      return xaiError(
        429,
        "Some resource has been exhausted",
        `Too many requests for team double and model ${model}. Your team's rate limit is 1 request per second.`,
        later(retryAfter),
      );
    case "no credit":
      return xaiError(
        403,
        "The caller does not have permission to execute the specified operation",
        "Your newly created team doesn't have any credits or licenses yet. You can purchase those on https://console.x.ai.",
      );
    case "overloaded":
      return xaiError(
        503,
        "The service is currently unavailable",
        "The model is at capacity and currently cannot serve this request. Please try again later.",
        later(retryAfter),
      );
    case "server error":
      return xaiError(500, "Internal error", "Internal server error");
    case "unknown model":
      return xaiError(
        404,
        "Some requested entity was not found",
        `The model ${model} does not exist or your team does not have access to it.`,
      );
    case "context too long":
      return xaiError(400, BAD_ARGUMENT, "This model's maximum prompt length is 131072 but the request contains 150011 tokens.");
    case "invalid":
      return xaiError(400, BAD_ARGUMENT, detail);
  }
};
/** xAI's filter refuses the request itself. */
export const xaiFiltered = (model: string): Refusal =>
  xaiError(
    403,
    "The caller does not have permission to execute the specified operation",
    `Content violates usage guidelines. Team: double, API key ID: double, Model: ${model}, Failed check: SAFETY_CHECK_TYPE_BIO`,
  );

const groqError = (status: number, message: string, type: string, more: Json = {}, headers: Record<string, string> = {}): Refusal => ({
  status,
  body: { error: { message, type, ...more } },
  headers,
});
const groq: Provider["refuse"] = (kind, { model, retryAfter, detail }) => {
  const invalid = "invalid_request_error";
  switch (kind) {
    case "key":
      return groqError(401, "Invalid API Key", invalid, { code: "invalid_api_key" });
    case "rate limit":
    case "no credit":
      return groqError(
        429,
        `Rate limit reached for model \`${model}\` in organization \`org_double\` service tier \`on_demand\` on tokens per minute (TPM): Limit 6000, Used 5990, Requested 20. Visit https://console.groq.com/docs/rate-limits for more information.`,
        "tokens",
        { code: "rate_limit_exceeded" },
        { ...later(retryAfter), "x-ratelimit-limit-tokens": "6000", "x-ratelimit-remaining-tokens": "10" },
      );
    case "overloaded":
      return groqError(
        503,
        `${model} is currently over capacity. Please try again and back off exponentially.`,
        "internal_server_error",
        {},
        later(retryAfter),
      );
    case "server error":
      return groqError(500, "Internal Server Error", "internal_server_error");
    case "unknown model":
      return groqError(404, `The model \`${model}\` does not exist or you do not have access to it.`, invalid, { code: "model_not_found" });
    case "context too long":
      return groqError(400, "Please reduce the length of the messages or completion.", invalid, {
        param: "messages",
        code: "context_length_exceeded",
      });
    case "invalid":
      return groqError(400, detail, invalid);
  }
};

export const PROVIDERS: Readonly<Record<Vendor, Provider>> = {
  openai: { host: "api.openai.com", base: "/v1", keyOf: bearer, refuse: openai },
  anthropic: { host: "api.anthropic.com", base: "/v1", keyOf: (headers) => headers.get("x-api-key") ?? bearer(headers), refuse: anthropic },
  google: {
    host: "generativelanguage.googleapis.com",
    base: "/v1beta",
    keyOf: (headers, url) => headers.get("x-goog-api-key") ?? url.searchParams.get("key") ?? undefined,
    refuse: google,
  },
  mistral: { host: "api.mistral.ai", base: "/v1", keyOf: bearer, refuse: mistral },
  xai: { host: "api.x.ai", base: "/v1", keyOf: bearer, refuse: xai },
  groq: { host: "api.groq.com", base: "/openai/v1", keyOf: bearer, refuse: groq },
  /** A server on one's own machine that speaks OpenAI's chat completions and asks for no key. */
  compatible: { host: "models.example.test", base: "/v1", keyOf: bearer, refuse: openai },
};
