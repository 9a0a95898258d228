// Videos of known hosts: the address of the video's page, and of the player that may be embedded. Nothing is loaded from these hosts
// until the reader clicks.

interface Host {
  readonly hosts: readonly string[];
  /** Finds the video id in an address; null unless it has exactly the host's format. */
  readonly id: (url: URL) => RegExpExecArray | null;
  /** The origin of the player. */
  readonly origin: string;
  /** The path of the player, built only from the match of `id`. */
  readonly player: (found: RegExpExecArray) => string;
}

const YOUTUBE = /^[\w-]{11}$/;
const HOSTS = {
  YouTube: {
    hosts: ["www.youtube.com", "youtube.com", "m.youtube.com", "youtu.be"],
    id: ({ hostname, pathname, searchParams }) =>
      YOUTUBE.exec(
        pathname === "/watch"
          ? (searchParams.get("v") ?? "")
          : pathname.replace(hostname === "youtu.be" ? "/" : /^\/(?:shorts|live)\//, ""),
      ),
    origin: "https://www.youtube-nocookie.com",
    player: ([id]) => `/embed/${id}?autoplay=1`,
  },
  Vimeo: {
    hosts: ["vimeo.com", "www.vimeo.com"],
    id: ({ pathname }) => /^\/(\d{4,12})(?:\/([0-9a-f]{6,20}))?$/.exec(pathname),
    origin: "https://player.vimeo.com",
    player: ([, id, secret]) => `/video/${id}?dnt=1&autoplay=1${secret === undefined ? "" : `&h=${secret}`}`,
  },
  Loom: {
    hosts: ["www.loom.com", "loom.com"],
    id: ({ pathname }) => /^\/share\/([0-9a-f]{16,40})$/.exec(pathname),
    origin: "https://www.loom.com",
    player: ([, id]) => `/embed/${id}?autoplay=1`,
  },
  Wistia: {
    hosts: ["wistia.com", "fast.wistia.com", "fast.wistia.net"],
    id: ({ pathname }) => /^\/(?:medias|embed\/iframe)\/([A-Za-z0-9]{6,20})$/.exec(pathname),
    origin: "https://fast.wistia.net",
    player: ([, id]) => `/embed/iframe/${id}?autoPlay=true`,
  },
} as const satisfies Record<string, Host>;
export type EmbedHost = keyof typeof HOSTS;
export interface Embed {
  readonly host: EmbedHost;
  readonly href: string;
}
const NAMES = Object.keys(HOSTS) as EmbedHost[];

function findVideo(href: string): { host: EmbedHost; url: URL; id: RegExpExecArray } | undefined {
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  // With credentials, a port or another scheme the address is not what it looks like.
  if (url.protocol !== "https:" || url.username !== "" || url.password !== "" || url.port !== "") return undefined;
  // Wistia gives each customer a subdomain.
  const hostname = /^[\w-]+\.wistia\.com$/.test(url.hostname) ? "wistia.com" : url.hostname;
  const host = NAMES.find((name) => (HOSTS[name].hosts as readonly string[]).includes(hostname));
  const id = host && HOSTS[host].id(url);
  return host && id ? { host, url, id } : undefined;
}

/** The embed that an address stands for; undefined for any other address. */
export function embedOf(href: string): Embed | undefined {
  const at = findVideo(href);
  return at && { host: at.host, href: at.url.href };
}

/** The player of an embed's video: its whole address, and the origin that a page's policy has to name. */
export function playerOf({ href }: Embed): { readonly src: string; readonly origin: string } | undefined {
  const at = findVideo(href);
  if (!at) return undefined;
  const { origin, player } = HOSTS[at.host] as Host;
  return { src: origin + player(at.id), origin };
}
