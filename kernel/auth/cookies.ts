// The session cookie: `__Host-session` wherever the scheme is https, plain `session` only on loopback http without APP_ORIGIN.
import type { Config } from "#kernel/config/index.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** Whether the request came over a loopback host. Never asked when APP_ORIGIN is set. */
export const isLoopback = (url: URL): boolean => LOOPBACK.has(url.hostname) || url.hostname.endsWith(".localhost");

export const cookieName = (config: Config, url: URL): string => (isSecure(config, url) ? "__Host-session" : "session");
function isSecure(config: Config, url: URL): boolean {
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
