import { isLoopback } from "#kernel/auth/index.ts";
import { m } from "#messages";

/** A name for the device that a person recognises, from the user agent: "Firefox on Linux". */
export function deviceOf(userAgent: string): string {
  const browser = /Edg\//.test(userAgent)
    ? "Edge"
    : /OPR\//.test(userAgent)
      ? "Opera"
      : /Firefox\//.test(userAgent)
        ? "Firefox"
        : /Chrome\//.test(userAgent)
          ? "Chrome"
          : /Safari\//.test(userAgent)
            ? "Safari"
            : m.accounts_another_program();
  const system = /iPhone|iPad/.test(userAgent)
    ? "iOS"
    : /Android/.test(userAgent)
      ? "Android"
      : /Mac OS X/.test(userAgent)
        ? "macOS"
        : /Windows/.test(userAgent)
          ? "Windows"
          : /Linux/.test(userAgent)
            ? "Linux"
            : m.accounts_unknown_system();
  return m.accounts_browser_on_system({ browser, system });
}

/** Headers that only a proxy adds. The development server adds x-forwarded-host, with the host of the request itself. */
const PROXIED = ["forwarded", "via", "x-forwarded-for", "x-forwarded-proto", "x-real-ip"];
const LOOPBACK_ADDRESS = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i;

/**
 * Whether the request came from this computer: to a loopback host, and not through a proxy. A proxy on the same machine may name a
 * loopback host for a caller from anywhere; it is known by its headers, or by the caller's address that the runtime was told.
 */
export function isFromHere(url: URL, headers: Headers): boolean {
  const address = headers.get("cf-connecting-ip") ?? "";
  const host = headers.get("x-forwarded-host") ?? "";
  return (
    isLoopback(url) &&
    !PROXIED.some((name) => (headers.get(name) ?? "") !== "") &&
    (host === "" || host === url.host) &&
    (address === "" || LOOPBACK_ADDRESS.test(address))
  );
}

/**
 * What setup asks for on this address. Without a configured token, only the own computer is let in: the request comes from here, and
 * APP_ORIGIN, where it is set, is of this computer as well. Anything else is public and refused (503).
 */
export function setupGate(
  config: { readonly appOrigin: string | undefined; readonly setupToken: string | undefined },
  url: URL,
  headers: Headers,
): "open" | "token" | "refused" {
  if (config.setupToken !== undefined) return "token";
  const local = config.appOrigin === undefined || isLoopback(new URL(config.appOrigin));
  return local && isFromHere(url, headers) ? "open" : "refused";
}

/** Where to go after sign-in: only a path of our own. */
export function safeNext(next: string): string {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(next) && !next.startsWith("/login") && !next.startsWith("/setup") ? next : "/projects";
}

// The passwords people try first, and the product's name; a longer list would not fit a worker and 12 characters exclude most of it.
const COMMON = [
  "password1234",
  "123456789012",
  "1234567890123",
  "qwertyuiop12",
  "qwerty123456",
  "passwordpassword",
  "adminadmin12",
  "administrator",
  "letmeinletmein",
  "iloveyou1234",
  "welcome12345",
  "111111111111",
  "000000000000",
  "abcdefghijkl",
  "seeddeskseed",
  "seeddesk1234",
  "supportsupport",
  "changemechangeme",
];
/** Whether a password is among the first that anybody would try: a common one, one repeated character, or the address itself. */
export function isGuessable(password: string, email: string): boolean {
  const lower = password.toLowerCase();
  return COMMON.includes(lower) || new Set(lower).size < 4 || lower === email || lower.replaceAll(/[^a-z]/g, "").startsWith("seeddesk");
}
