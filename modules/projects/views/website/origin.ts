// Turns a typed website into the origin that the server expects.
import { isLoopback } from "../../contract.ts";

/**
 * `www.acme.com/pricing` → `https://www.acme.com`; null if empty. Text that cannot be parsed is returned unchanged, so that the server
 * explains why.
 */
export function asOrigin(typed: string): string | null {
  const text = typed.trim();
  if (text === "") return null;
  const [scheme] = /^[a-z][a-z0-9+.-]*:\/\//i.exec(text) ?? [];
  const secure = `https://${text}`;
  const loopback = !scheme && URL.canParse(secure) && isLoopback(new URL(secure).hostname);
  const address = scheme ? text : loopback ? `http://${text}` : secure;
  // A single word or number is no host of a website: `foo`, `null`, `123`.
  if (!URL.canParse(address) || !(isLoopback(new URL(address).hostname) || text.includes("."))) return text;
  const { origin } = new URL(address);
  return origin === "null" ? text : origin;
}
