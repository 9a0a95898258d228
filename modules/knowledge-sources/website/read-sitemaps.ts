// Fetches sitemaps, and the sitemaps that an index lists.
import { readUpTo } from "#kernel/http/body.ts";
import { safeFetch, textOf, type World } from "#kernel/safe-fetch/index.ts";
import { m } from "#messages";
import { siteOf } from "../rules.ts";
import { describeFetchError } from "./fetch-errors.ts";
import { sitemapOf } from "./sitemap.ts";

const LIST = {
  maxBytes: 10_000_000,
  timeout: 20_000,
  accept: [
    ...["application/xml", "text/xml", "text/plain", "application/rss+xml"],
    // Content types with which servers send compressed sitemaps.
    ...["application/gzip", "application/x-gzip", "application/octet-stream", "binary/octet-stream"],
  ],
} as const;
/** Bytes of a compressed sitemap after decompression. */
const MAX_UNPACKED = 20_000_000;
/** Sitemaps read per address, and levels of indexes. */
const MAX_LISTS = 25;
const MAX_DEPTH = 2;

/** Calls back with every address of the site in the sitemaps. `whole`: everything was read. */
export async function readSitemaps(
  ctx: World,
  addresses: readonly string[],
  take: (address: string) => void,
  isEnough: () => boolean,
): Promise<
  | { readonly whole: boolean; readonly elsewhere: ReadonlySet<string> }
  | { readonly message: string; readonly retryAfter?: number | undefined }
> {
  let whole = true;
  const elsewhere = new Set<string>();
  const seen = new Set<string>();
  for (const address of addresses) {
    const lists = [{ from: address, depth: 0 }];
    for (let read = 0; lists.length > 0 && !isEnough(); read += 1) {
      const next = lists.shift();
      if (next === undefined || seen.has(next.from)) continue;
      if (read >= MAX_LISTS) {
        whole = false;
        break;
      }
      const { from, depth } = next;
      seen.add(from);
      const answer = await safeFetch(ctx, from, LIST);
      if (!answer.ok)
        return {
          message: m.knowledge_sources_sitemap_unread({ address: from, reason: describeFetchError(answer) }),
          retryAfter: answer.retryAfter,
        };
      const bytes = await unpacked(answer.bytes);
      const map = bytes && sitemapOf(textOf({ ...answer, bytes }));
      if (!map) return { message: m.knowledge_sources_not_a_sitemap({ address: from }) };
      const own = ownOf(map.addresses, from, elsewhere);
      if (map.kind === "pages") own.forEach(take);
      else if (depth < MAX_DEPTH) lists.push(...own.map((each) => ({ from: each, depth: depth + 1 })));
      else whole = false;
    }
    whole &&= lists.length === 0;
  }
  return { whole, elsewhere };
}

/** A sitemap may only list its own site. One from before the site's certificate may list plain http addresses. */
function ownOf(addresses: readonly string[], from: string, elsewhere: Set<string>): string[] {
  const site = siteOf(from);
  return addresses.flatMap((address) => {
    if (!URL.canParse(address)) return [];
    const url = new URL(address);
    if (siteOf(address) !== site) {
      if (elsewhere.size < 10) elsewhere.add(url.host);
      return [];
    }
    if (url.protocol === "http:" && url.port === "") url.protocol = "https:";
    return [url.href];
  });
}

/** Decompresses a file. Undefined if it is broken or too large; an uncompressed file is returned as it is. */
async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    const { bytes: whole, size } = await readUpTo(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")), MAX_UNPACKED);
    return size > MAX_UNPACKED ? undefined : whole;
  } catch {
    return undefined;
  }
}
