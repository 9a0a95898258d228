import { isLoopback } from "#kernel/auth/index.ts";
import type { Config } from "#kernel/config/index.ts";

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
            : "Another program";
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
            : "an unknown system";
  return `${browser} on ${system}`;
}

/** What setup asks for on this address. A public address without a configured token refuses (503). */
export function setupGate(config: Pick<Config, "appOrigin" | "setupToken">, url: URL): "open" | "token" | "refused" {
  if (config.setupToken !== undefined) return "token";
  const local = config.appOrigin === undefined ? isLoopback(url) : false;
  return local ? "open" : "refused";
}

/** Where to go after sign-in: only a path of our own. */
export function safeNext(next: string): string {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(next) && !next.startsWith("/login") && !next.startsWith("/setup") ? next : "/projects";
}

// The words people try first, with the product's own; a longer list would not fit a worker and 12 characters exclude most of it.
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
