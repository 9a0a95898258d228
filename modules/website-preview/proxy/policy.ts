// The headers of every answer on the preview's origin.
import type { Config } from "#kernel/config/index.ts";

interface PolicyInput {
  readonly config: Config;
  /** `/s/<token>`; undefined outside a session. */
  readonly prefix: string | undefined;
  /** Whether the website's own scripts run. */
  readonly scripts: boolean;
}

/** On a laptop without APP_ORIGIN the dashboard is on one of these. */
const LOOPBACK = "http://localhost:* http://127.0.0.1:*";
const NO_FEATURES =
  "camera=(), clipboard-read=(), display-capture=(), fullscreen=(), geolocation=(), hid=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=()";

/**
 * The policy of a page. `sandbox` without `allow-same-origin` gives it an origin that equals no other: it has no storage, no cookies, no
 * service worker, and reads no other window. Everything that it loads comes from its own session's path; nothing may be sent elsewhere.
 */
export function policyOf({ config, prefix, scripts }: PolicyInput): string {
  const origin = config.previewOrigin ?? "";
  const own = prefix === undefined ? "'none'" : `${origin}${prefix}/`;
  const widget = prefix === undefined ? "" : ` ${origin}/widget-preview.js ${origin}/w/`;
  return [
    `sandbox allow-scripts`,
    `default-src 'none'`,
    `script-src ${scripts ? `${own}${widget} 'unsafe-inline' 'unsafe-eval'` : prefix === undefined ? "'none'" : widget.trim()}`,
    `style-src ${prefix === undefined ? "" : `${own} `}'unsafe-inline'`,
    `img-src ${prefix === undefined ? "'none'" : `${own} data:`}`,
    `font-src ${prefix === undefined ? "'none'" : `${own} data:`}`,
    `connect-src ${prefix === undefined ? "'none'" : `${scripts ? own : `${own}help/`}${widget}`}`,
    `frame-src 'none'`,
    `worker-src 'none'`,
    `form-action 'none'`,
    `base-uri 'none'`,
    // Every ancestor has to be named: what may frame the dashboard is one of them.
    `frame-ancestors ${[config.appOrigin ?? LOOPBACK, config.managementOrigin ?? ""].join(" ").trim()}`,
  ].join("; ");
}

/** The headers of an answer: these, and none of the website's. */
export function headersOf(input: PolicyInput, more: Readonly<Record<string, string>>): Headers {
  return new Headers({
    "content-security-policy": policyOf(input),
    "x-content-type-options": "nosniff",
    // Addresses hold the session's token.
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": NO_FEATURES,
    "x-dns-prefetch-control": "off",
    "x-robots-tag": "noindex, nofollow",
    // A revoked preview must not be shown from a cache.
    "cache-control": "no-store",
    // The page's own origin is opaque, which is what it asks for fonts and modules with.
    ...(input.prefix === undefined ? {} : { "access-control-allow-origin": "null" }),
    ...(input.config.previewOrigin?.startsWith("https:") === true ? { "strict-transport-security": "max-age=31536000" } : {}),
    ...more,
  });
}
