// Pure rules of sources: how texts are split, which files are accepted, which addresses belong to a website.

/** Characters of one document; longer texts become several. */
export const MAX_DOCUMENT = 200_000;
/** Maximum number of documents of a file: its longest text, with every part cut as early as possible. */
export const MAX_PARTS = 21;

/**
 * Splits the text into parts of at most `max` characters: before a heading if there is one in the last half, else between paragraphs or
 * lines.
 */
export function partsOf(text: string, max = MAX_DOCUMENT): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > max) {
    const at = cutAt(rest, max);
    parts.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return rest.trim() === "" && parts.length > 0 ? parts : [...parts, rest];
}
function cutAt(text: string, max: number): number {
  const half = Math.floor(max / 2);
  const head = text.slice(0, max);
  for (const mark of ["\n# ", "\n## ", "\n### ", "\n\n", "\n", " "]) {
    const at = head.lastIndexOf(mark);
    if (at >= half) return at + 1;
  }
  // Not within a surrogate pair.
  return /[\ud800-\udbff]/.test(head[max - 1] ?? "") ? max - 1 : max;
}

export type FileKind = "markdown" | "text" | "html" | "csv" | "pdf" | "docx";
const KINDS: Readonly<Record<string, readonly [FileKind, string]>> = {
  md: ["markdown", "text/markdown"],
  markdown: ["markdown", "text/markdown"],
  txt: ["text", "text/plain"],
  text: ["text", "text/plain"],
  html: ["html", "text/html"],
  htm: ["html", "text/html"],
  csv: ["csv", "text/csv"],
  pdf: ["pdf", "application/pdf"],
  docx: ["docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
};
/** The kind of a file by its extension; undefined for kinds that are not accepted. */
export function fileKindOf(name: string): { readonly kind: FileKind; readonly type: string } | undefined {
  const found = KINDS[/\.([a-z]{2,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ""];
  return found && { kind: found[0], type: found[1] };
}
/** Whether the worker extracts the text itself. For other kinds the browser sends it after the file. */
export const isPlain = (kind: FileKind): boolean => kind !== "pdf" && kind !== "docx";
/** Whether the first bytes can belong to a file of the kind. */
export function matchesKind(kind: FileKind, head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, 1024));
  if (kind === "pdf") return text.includes("%PDF-");
  if (kind === "docx") return text.startsWith("PK\u0003\u0004");
  return !text.includes("\0");
}

/** The stars of a pattern and the text between them; matching an address takes one pass per piece. */
export const globPieces = (glob: string): readonly string[] => glob.match(/\*\*|\*|[^*]+/gs) ?? [];
/**
 * Whether the whole address matches the pattern: `*` matches anything but `/`, `**` anything. Takes time of at most the product of both
 * lengths.
 */
export function fitsGlob(glob: string, address: string): boolean {
  const tokens = globPieces(glob);
  let reached = new Uint8Array(address.length + 1);
  reached[0] = 1;
  for (const token of tokens) {
    const next = new Uint8Array(address.length + 1);
    for (let at = 0; at <= address.length; at += 1) {
      if (token === "**") next[at] = reached[at] || (at > 0 && next[at - 1]) ? 1 : 0;
      else if (token === "*") next[at] = reached[at] || (at > 0 && next[at - 1] && address[at - 1] !== "/") ? 1 : 0;
      else if (reached[at] && address.startsWith(token, at)) next[at + token.length] = 1;
    }
    reached = next;
  }
  return reached[address.length] === 1;
}
/** Whether a page is wanted: it matches an include pattern, if there are any, and no exclude pattern. */
export const isWanted = (address: string, include: readonly string[], exclude: readonly string[]): boolean =>
  (include.length === 0 || include.some((glob) => fitsGlob(glob, address))) && !exclude.some((glob) => fitsGlob(glob, address));

/** Query parameters that newsletters, advertisements and shares add without changing the page. */
const CAMPAIGN = /^(?:utm_\w+|gclid|gbraid|wbraid|fbclid|msclkid|yclid|igshid|mc_cid|mc_eid|mkt_tok|_hsenc|_hsmi|_gl)$/;
/** The site of an address: its host without a leading `www.`. */
export const siteOf = (address: string): string => new URL(address).host.replace(/^www\./, "");

/** The normalised address of a page: without fragment and campaign parameters. Undefined if invalid. */
export function pageKey(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  url.hash = "";
  for (const name of [...url.searchParams.keys()]) if (CAMPAIGN.test(name)) url.searchParams.delete(name);
  return url.href.length <= 2000 ? url.href : undefined;
}

/** When a schedule is due next. */
export const nextDue = (schedule: "manual" | "daily" | "weekly", now: number): number | null =>
  schedule === "manual" ? null : now + (schedule === "daily" ? 1 : 7) * 86_400_000;
