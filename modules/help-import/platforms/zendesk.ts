// Client for Zendesk: categories hold sections, sections hold articles, each in several languages; a list of articles is in one language.
import { type HelpDeskGet, HelpDeskError } from "./client.ts";
import { idOf, isObject, objects, type Source, type SourceArticle, type SourceCollection, text, texts } from "./source.ts";

const ARTICLES = 30;
const LISTED = 100;
/** Pages of categories or sections that are read: more than the 500 collections that a project may have. */
const MAX_PAGES = 10;
const MAX_LOCALES = 50;
const LOCALE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i;

export const zendesk = (ask: HelpDeskGet, subdomain: string): Source => ({
  async outline() {
    const { body } = await ask("/api/v2/help_center/locales.json");
    const known = isObject(body) ? [text(body["default_locale"]), ...texts(body["locales"])] : [];
    const locales = [...new Set(known.filter((locale) => LOCALE.test(locale)))].slice(0, MAX_LOCALES);
    const found = new Map<string, SourceCollection>();
    for (const kind of ["categories", "sections"] as const) {
      for (const locale of locales) {
        for (const one of await all(ask, `/api/v2/help_center/${locale}/${kind}.json`, kind)) {
          const id = idOf(one["id"]);
          if (id === null) continue;
          const key = `${kind}:${id}`;
          const within = idOf(one["parent_section_id"]);
          found.set(key, {
            id: key,
            within: kind === "categories" ? null : within === null ? `categories:${idOf(one["category_id"]) ?? ""}` : `sections:${within}`,
            names: { ...found.get(key)?.names, [locale]: { name: text(one["name"]), description: text(one["description"]) } },
            outer: kind === "categories",
            restricted: false,
          });
        }
      }
    }
    return { outline: { collections: [...found.values()], locales }, next: null };
  },

  async page({ locales }, at) {
    // "<index of the language>|<cursor>"
    const [place = "0", after = ""] = (at ?? "0|").split("|", 2);
    const index = Number(place);
    const locale = locales[index];
    if (locale === undefined) return { articles: [], next: null, total: null };
    const { body } = await ask(
      `/api/v2/help_center/${locale}/articles.json?page[size]=${ARTICLES}${after === "" ? "" : `&page[after]=${encodeURIComponent(after)}`}`,
    );
    if (!isObject(body)) throw new HelpDeskError("unavailable");
    const meta = isObject(body["meta"]) ? body["meta"] : {};
    const cursor = text(meta["after_cursor"]);
    const next = meta["has_more"] === true && cursor !== "" ? `${index}|${cursor}` : index + 1 < locales.length ? `${index + 1}|` : null;
    return { articles: objects(body["articles"]).flatMap((one) => articleOf(one, locale)), next, total: null };
  },

  articleAt(url) {
    if (url.hostname !== `${subdomain}.zendesk.com`) return undefined;
    return /^\/hc\/(?:[\w-]{2,20}\/)?articles\/(\d{1,20})/.exec(url.pathname)?.[1];
  },
});

function articleOf(one: Readonly<Record<string, unknown>>, locale: string): SourceArticle[] {
  const id = idOf(one["id"]);
  if (id === null) return [];
  const section = idOf(one["section_id"]);
  const segments = segmentsOf(one);
  return [
    {
      id,
      locale,
      title: text(one["title"]) || text(one["name"]),
      summary: "",
      html: text(one["body"]),
      url: text(one["html_url"]) || null,
      draft: one["draft"] === true,
      restricted: segments.length > 0,
      collection: section === null ? null : `sections:${section}`,
      labels: texts(one["label_names"]),
      lost: segments.length === 0 ? [] : [["segment", segments.join(", ")]],
    },
  ];
}
/** User segments that may read it, by id; none means everybody. */
const segmentsOf = (one: Readonly<Record<string, unknown>>): string[] => [
  ...new Set(
    [one["user_segment_id"], ...(Array.isArray(one["user_segment_ids"]) ? one["user_segment_ids"] : [])].flatMap((id) => idOf(id) ?? []),
  ),
];

async function all(ask: HelpDeskGet, path: string, kind: string): Promise<Readonly<Record<string, unknown>>[]> {
  const found: Readonly<Record<string, unknown>>[] = [];
  let after = "";
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { body } = await ask(`${path}?page[size]=${LISTED}${after === "" ? "" : `&page[after]=${encodeURIComponent(after)}`}`);
    if (!isObject(body)) throw new HelpDeskError("unavailable");
    found.push(...objects(body[kind]));
    const meta = isObject(body["meta"]) ? body["meta"] : {};
    after = text(meta["after_cursor"]);
    if (meta["has_more"] !== true || after === "") break;
  }
  return found;
}
