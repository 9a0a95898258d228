// The headers of the specification (Authentication 9), byte for byte, on operator pages and every API answer.
import type { Config } from "#kernel/config/index.ts";

export function secure(headers: Headers, config: Config, requestId: string): void {
  headers.set(
    "content-security-policy",
    config.managementOrigin === undefined ? "frame-ancestors 'self'" : `frame-ancestors 'self' ${config.managementOrigin}`,
  );
  headers.set("x-content-type-options", "nosniff");
  headers.set("referrer-policy", "strict-origin-when-cross-origin");
  if (config.managementOrigin === undefined) headers.set("x-frame-options", "SAMEORIGIN");
  if (config.appOrigin?.startsWith("https:") === true) headers.set("strict-transport-security", "max-age=31536000");
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  headers.set("x-request-id", requestId);
}
