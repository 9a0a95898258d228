// What the requests of a visitor's browser tell about it: its name, system and language, and on the platform the time zone.
import Bowser from "bowser";
import type { Visit } from "#modules/contacts/contract";

const MAX = 60;
const short = (text: string | undefined): string | null => (text ? text.slice(0, MAX) : null);

/** The time zone if the runtime knows it, else null. */
export function knownTimeZone(name: string | null | undefined): string | null {
  if (!name) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone === "" ? null : name.slice(0, MAX);
  } catch {
    return null;
  }
}

/** Browser, system and language by the headers of a request; what they do not tell is null. */
export function visitOf(headers: Headers): { readonly [K in "browser" | "system" | "language"]: Visit[K] | null } {
  const agent = headers.get("user-agent")?.slice(0, 500);
  const { browser, os } = agent ? Bowser.parse(agent) : { browser: {}, os: {} };
  const [version] = browser.version?.split(".") ?? [];
  const language = headers.get("accept-language")?.split(/[,;]/)[0]?.trim();
  return {
    browser: browser.name ? short(version ? `${browser.name} ${version}` : browser.name) : null,
    system: short(os.name),
    language: language && /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(language) ? language.slice(0, MAX) : null,
  };
}
