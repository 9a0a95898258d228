// The security headers of the specification (Authentication 9), byte for byte, on operator pages and every API response.
import type { Config } from "#kernel/config/index.ts";

/** Keeps the response's own content security policy and adds the framing rule. `framing` false: any site may frame the response. */
export function setSecurityHeaders(headers: Headers, config: Config, requestId: string, framing = true): void {
  const own = headers.get("content-security-policy");
  const frames = config.managementOrigin === undefined ? "frame-ancestors 'self'" : `frame-ancestors 'self' ${config.managementOrigin}`;
  if (framing) headers.set("content-security-policy", own === null ? frames : `${own}; ${frames}`);
  headers.set("x-content-type-options", "nosniff");
  headers.set("referrer-policy", "strict-origin-when-cross-origin");
  if (framing && config.managementOrigin === undefined) headers.set("x-frame-options", "SAMEORIGIN");
  if (config.appOrigin?.startsWith("https:") === true) headers.set("strict-transport-security", "max-age=31536000");
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  headers.set("x-request-id", requestId);
}
