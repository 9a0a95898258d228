// The session cookie: `__Host-session` on https, plain `session` only on loopback http without APP_ORIGIN.
import { type Config, isLoopbackName } from "#kernel/config/index.ts";

/** Whether the request names a loopback host. When APP_ORIGIN is set, only setup checks this (docs/decisions/0026-loopback-origin.md). */
export const isLoopback = (url: URL): boolean => isLoopbackName(url.hostname);

export const cookieName = (config: Config, url: URL): string => (isSecure(config, url) ? "__Host-session" : "session");
/** Whether cookies are sent over https alone. */
export function isSecure(config: Config, url: URL): boolean {
  return config.appOrigin === undefined ? !isLoopback(url) || url.protocol === "https:" : config.appOrigin.startsWith("https:");
}

export function readCookie(header: string | null, name: string): string | undefined {
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}
/** The Set-Cookie value; `maxAge` in seconds, 0 removes it. */
export function sessionCookie(config: Config, url: URL, value: string, maxAge: number): string {
  return `${cookieName(config, url)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure(config, url) ? "; Secure" : ""}`;
}
