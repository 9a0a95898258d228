// Videos of known hosts: the address of the page that shows one. Nothing is loaded from these hosts until somebody follows the link.

const HOSTS = {
  YouTube: { hosts: ["www.youtube.com", "youtube.com", "m.youtube.com", "youtu.be"], path: /^\/(?:watch|shorts\/[\w-]{11}|[\w-]{11})$/ },
  Vimeo: { hosts: ["vimeo.com", "www.vimeo.com"], path: /^\/\d{4,12}(?:\/[0-9a-f]{6,20})?$/ },
  Loom: { hosts: ["www.loom.com", "loom.com"], path: /^\/share\/[0-9a-f]{16,40}$/ },
  Wistia: { hosts: ["wistia.com", "fast.wistia.com", "fast.wistia.net"], path: /^\/(?:medias|embed\/iframe)\/\w{6,20}$/ },
} as const;
export type EmbedHost = keyof typeof HOSTS;
export interface Embed {
  readonly host: EmbedHost;
  readonly href: string;
}

/** The embed that an address stands for; undefined for any other address. */
export function embedOf(href: string): Embed | undefined {
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  // A name before the host, a port or another scheme makes it another place than it looks.
  if (url.protocol !== "https:" || url.username !== "" || url.password !== "" || url.port !== "") return undefined;
  // Wistia's customers each have a name below its own.
  const host = /^[\w-]+\.wistia\.com$/.test(url.hostname) ? "wistia.com" : url.hostname;
  const found = Object.entries(HOSTS).find(([, { hosts, path }]) => (hosts as readonly string[]).includes(host) && path.test(url.pathname));
  return found && { host: found[0] as EmbedHost, href: url.href };
}
