// Turns addresses of the website into addresses of the preview, and back. Pure. No safety depends on finding every address: what is
// missed leads out of the session's path, where the page's policy lets nothing be loaded.

/** Where a session's addresses lie, and the origins that it may reach: the website's first, then those for files. */
export interface Place {
  /** `/s/<token>` */
  readonly prefix: string;
  readonly origins: readonly string[];
}
export interface Target {
  /** At the website. */
  readonly url: string;
  /** Index of its origin; 0 is the website itself. */
  readonly origin: number;
  /** Redirects so far. */
  readonly hops: number;
}

const REQUEST = /^(\/s\/[\w-]{43})\/(\d{1,2})(?:\.(\d))?(\/.*)$/;
/** Schemes that a page's browser handles without loading anything. */
const HARMLESS = /^(?:mailto|tel|sms):/i;

/** The token's part of a path on the preview's origin, and the rest. */
export function sessionPathOf(pathname: string): { prefix: string; token: string; rest: string } | undefined {
  const [, prefix, token, rest] = /^(\/s\/([\w-]{43}))(\/.*)$/.exec(pathname) ?? [];
  return prefix === undefined || token === undefined || rest === undefined ? undefined : { prefix, token, rest };
}

/** What a request of a session asks for; undefined for nothing of the website. */
export function targetOf(url: URL, origins: readonly string[]): Target | undefined {
  const [, , index, hops, path] = REQUEST.exec(url.pathname) ?? [];
  const origin = Number(index);
  const site = origins[origin];
  if (site === undefined || path === undefined) return undefined;
  const target = `${site}${path}${url.search}`;
  // The path begins with a slash, so it can't become a part of the host.
  return URL.canParse(target) && new URL(target).origin === site ? { url: target, origin, hops: Number(hops ?? 0) } : undefined;
}

/** The preview's address of an address at the website; undefined for one that the session may not reach. */
export function addressIn({ prefix, origins }: Place, url: URL, hops = 0): string | undefined {
  const [secure, origin] = [new URL(url), (): number => origins.indexOf(secure.origin)];
  // The policy lets nothing be loaded in the clear, and the website's own https is what a browser would upgrade to.
  if (secure.protocol === "http:" && secure.port === "") secure.protocol = "https:";
  return origin() < 0 ? undefined : `${prefix}/${origin()}${hops === 0 ? "" : `.${hops}`}${secure.pathname}${secure.search}${url.hash}`;
}

/** Within a page or style sheet: where its relative addresses begin. */
export interface Reading {
  readonly place: Place;
  base: URL;
  /** Addresses that are still turned. Beyond them nothing is loaded: each costs processor time, and a page can hold millions. */
  left: number;
}
/** Addresses of one page or style sheet that are turned; large pages of the web have some thousands. */
export const MAX_ADDRESSES = 30_000;
export const readingOf = (place: Place, base: URL): Reading => ({ place, base, left: MAX_ADDRESSES });
const resolved = (reading: Reading, text: string): URL | undefined => {
  if (reading.left <= 0) return undefined;
  reading.left -= 1;
  const [given, { base }] = [text.trim(), reading];
  return URL.canParse(given, base) ? new URL(given, base) : undefined;
};

/** The address of a file that is loaded with the page; undefined for one that isn't. Pictures and fonts in the page itself stay. */
export function fileAddress(reading: Reading, text: string): string | undefined {
  if (text.trim() === "") return text;
  if (text.trim().startsWith("#")) {
    // No address, but a list of them is looked through all the same.
    reading.left -= 1;
    return text;
  }
  const url = resolved(reading, text);
  if (url === undefined) return undefined;
  if (url.protocol === "data:") return /^data:(?:image|font|application\/(?:x-)?font)/i.test(url.href) ? text.trim() : undefined;
  return /^https?:$/.test(url.protocol) ? addressIn(reading.place, url) : undefined;
}

/** The address of a link: within the website, or of the page that says where it would lead. */
export function linkAddress(reading: Reading, text: string): string | undefined {
  if (text.trim().startsWith("#") || HARMLESS.test(text.trim())) return text;
  const url = resolved(reading, text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  const within = addressIn(reading.place, url);
  return within !== undefined && within.startsWith(`${reading.place.prefix}/0/`) ? within : awayFrom(reading.place, url.href);
}
/** The page that says where a link or redirect would lead. */
export const awayFrom = ({ prefix }: Place, to: string): string => `${prefix}/away?to=${encodeURIComponent(to.slice(0, 2000))}`;

/** A `srcset`: its candidates with the addresses of the preview. Those that can't be loaded are left out. */
export function srcsetIn(reading: Reading, text: string): string {
  const kept: string[] = [];
  let rest = text.slice(0, 20_000);
  for (;;) {
    const [, url, after] = /^[\s,]*(\S+)([\s\S]*)$/.exec(rest) ?? [];
    if (url === undefined || after === undefined || reading.left <= 0) return kept.join(", ");
    // A comma at the end of the address ends the candidate (HTML, "parse a srcset attribute").
    const bare = /,+$/.test(url);
    const descriptor = bare ? "" : (/^\s*([^,]*)/.exec(after)?.[1] ?? "");
    const address = fileAddress(reading, url.replace(/,+$/, ""));
    if (address !== undefined) kept.push(descriptor === "" ? address : `${address} ${descriptor.trim()}`);
    rest = bare ? after : after.replace(/^\s*[^,]*/, "");
  }
}

// Each part is bounded, or ends at what begins the next one: a hostile style sheet must not take longer than its length.
const CSS_ADDRESS = /url\(\s{0,20}(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'()]*))\s{0,20}\)|@import\s{1,20}(?:"([^"\n]*)"|'([^'\n]*)')/gi;
/** A style sheet or a `style` attribute, with the addresses of the preview. */
export function cssIn(reading: Reading, css: string): string {
  return css.replace(CSS_ADDRESS, (whole, ...found: (string | undefined)[]) => {
    const text = found.slice(0, 5).find((one) => one !== undefined) ?? "";
    const address = quotable(fileAddress(reading, text) ?? "");
    return /^@import/i.test(whole) ? `@import "${address}"` : `url("${address}")`;
  });
}
const quotable = (address: string): string => address.replace(/["\\\n\r<]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, "0")}`);

/** An import map, with the addresses of the preview. One that is no JSON is empty, as it is for a browser. */
export function importMapIn(reading: Reading, text: string): string {
  const mapped = (addresses: unknown): object =>
    Object.fromEntries(
      Object.entries(typeof addresses === "object" && addresses !== null ? addresses : {}).flatMap(([name, to]) => {
        const address = typeof to === "string" ? fileAddress(reading, to) : undefined;
        return address === undefined ? [] : [[/^[./]|^https?:/.test(name) ? (fileAddress(reading, name) ?? name) : name, address]];
      }),
    );
  try {
    const map = JSON.parse(text) as { imports?: unknown; scopes?: Record<string, unknown> };
    const scopes = Object.entries(map.scopes ?? {}).flatMap(([scope, imports]) => {
      const address = fileAddress(reading, scope);
      return address === undefined ? [] : [[address, mapped(imports)]];
    });
    // Within a script element, nothing may end it.
    return JSON.stringify({ imports: mapped(map.imports), scopes: Object.fromEntries(scopes) as object }).replaceAll("<", "\\u003c");
  } catch {
    return "{}";
  }
}

/** Spellings that some servers decode to a slash or a step up: encoded once or twice, or with a parameter behind the dots. */
const OTHER_PATHS = /%2f|%5c|%25(?:2e|2f|5c)|(?:^|\/)(?:\.|%2e){1,2};/i;
/** Whether pages at the path are shown. A prefix matches whole segments. */
export function isInScope(pathname: string, prefixes: readonly string[]): boolean {
  if (prefixes.includes("/")) return true;
  if (OTHER_PATHS.test(pathname)) return false;
  return prefixes.some((prefix) => pathname === prefix || pathname.startsWith(prefix.endsWith("/") ? prefix : `${prefix}/`));
}
