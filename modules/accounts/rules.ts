// Decides who may run setup, where sign-in continues, and which passwords are too easy to guess. Pure.
import { isLoopback } from "#kernel/auth/index.ts";
import { m } from "#messages";

/** A device name that a person recognises, from the user agent: "Firefox on Linux". */
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
 * Whether the request came from this computer: to a loopback host, and not through a proxy. A proxy on the same machine may pass a
 * loopback host on for any caller; its headers, or the caller's address as the runtime knows it, give it away.
 */
export function isLocalRequest(url: URL, headers: Headers): boolean {
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
 * Whether setup is open, needs the token, or is refused (503). Without a configured token only this computer may set up: the request is
 * local, and so is APP_ORIGIN if it is set.
 */
export function setupGate(
  config: { readonly appOrigin: string | undefined; readonly setupToken: string | undefined },
  url: URL,
  headers: Headers,
): "open" | "token" | "refused" {
  if (config.setupToken !== undefined) return "token";
  const local = config.appOrigin === undefined || isLoopback(new URL(config.appOrigin));
  return local && isLocalRequest(url, headers) ? "open" : "refused";
}

export const PROJECTS_PATH = "/projects";
/** The page to open after sign-in; only paths of this origin, to prevent open redirects. */
export function safeNext(next: string): string {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(next) && !next.startsWith("/login") && !next.startsWith("/setup") ? next : PROJECTS_PATH;
}

// The most common passwords, and the product's name. A longer list would bloat the worker, and the minimum of 12 characters excludes most.
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
/** Whether a password is easy to guess: a common one, one repeated character, or the address itself. */
export function isGuessable(password: string, email: string): boolean {
  const lower = password.toLowerCase();
  return COMMON.includes(lower) || new Set(lower).size < 4 || lower === email || lower.replaceAll(/[^a-z]/g, "").startsWith("seeddesk");
}
