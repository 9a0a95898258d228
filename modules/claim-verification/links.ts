// The links of a sentence, in whatever form a reader or a browser would follow, and what a plain sentence never has: images, markup, text that is
// not seen. An answer may hold a link only as it stands in a passage that it cites, so that nothing can be sent along in it.

/** Characters that are not seen, or that turn the direction of what follows. Those that emoji and Persian need are not among them. */
const UNSEEN = /[\u00ad\u200b\u2060-\u2064\ufeff]/gu;
const DECEPTIVE = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

const WITH_SCHEME = /(?<![\p{L}\p{N}])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"'“”„«»)\]}]+/giu;
const BARE_SCHEME = /(?<![\p{L}\p{N}])(?:javascript|vbscript|data|file|blob|mailto|tel|sms):[^\s<>"'“”„«»)\]}]+/giu;
const HOST = /(?<![\p{L}\p{N}@])(?:[\w.+-]+@)?(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#][^\s<>"'“”„«»)\]}]*)?/gu;
const NUMERIC_HOST = /(?<![\p{N}.])(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?(?:[/?#][^\s<>"'“”„«»)\]}]*)?(?![\p{N}.])/gu;
const WITHOUT_SCHEME = /(?<![:\p{L}\p{N}])\/\/[^\s<>"'“”„«»)\]}]{3,}/gu;

/** "evil dot com": spelt out, so that nothing finds it. */
const SPELT_OUT =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}-]+ (?:dot|punkt|point|punto|ponto|punt) (?:com|net|org|io|info|example|app|dev|site|online|shop|xyz|link|[a-z]{2})(?![\p{L}\p{N}])/giu;

const IMAGE_OR_LINK = /!\[|\]\s?\(|\]\s?\[|^\s*\[[^\]\n]+\]:/mu;
const TAG = /<\/?[a-z!?][^>]*>?/giu;

/** As links are compared: http or not, upper or lower case, and a slash or full stop at the end make no difference. */
const plain = (link: string): string =>
  link
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:)/u, "")
    .replace(/^www\./u, "")
    .replace(/[.,;:!?…*_`]+$/u, "")
    .replace(/\/$/u, "");

/** Every link and address of a text, as they are compared. */
export function linksIn(text: string): ReadonlySet<string> {
  const links = new Set<string>();
  let rest = text
    .normalize("NFKC")
    .replace(UNSEEN, "")
    .replace(/(?<=[\p{L}\p{N}])[。．](?=[a-z\d-]+(?:[/:?#。.]|$|\s))/giu, ".");
  for (const pattern of [WITH_SCHEME, BARE_SCHEME, HOST, NUMERIC_HOST, WITHOUT_SCHEME, SPELT_OUT])
    rest = rest.replace(pattern, (link) => {
      links.add(plain(link));
      return " · ";
    });
  return links;
}

/** What a sentence may not have: links that the cited lines don't have, images, markup, and characters that deceive. `lines`: as Markdown. */
export function foreignLinksOf(text: string, lines: () => readonly string[]): string[] {
  const links = [...linksIn(text)];
  const known = new Set(links.length === 0 ? [] : lines().flatMap((line) => [...linksIn(line)]));
  const markup = IMAGE_OR_LINK.exec(text)?.[0] ?? DECEPTIVE.exec(text)?.[0];
  const tags = [...text.matchAll(TAG)].map(([tag]) => tag).filter((tag) => !lines().some((line) => line.includes(tag)));
  return [...links.filter((link) => !known.has(link)), ...(markup === undefined ? [] : [markup]), ...tags];
}
