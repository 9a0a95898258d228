// Client for Freshdesk: categories hold folders (which may be nested), folders hold articles. Each list is requested in one language, so
// translations cost a request per folder and language, not per article.
import { type HelpDeskGet, HelpDeskError } from "./client.ts";
import { idOf, isObject, objects, type Outline, type Source, type SourceArticle, type SourceCollection, text, texts } from "./source.ts";

const ARTICLES = 30;
const LISTED = 100;
const MAX_FOLDERS = 500;
const MAX_PAGES = 10;
const MAX_DEPTH = 3;
const MAX_LANGUAGES = 20;
/** Lists that one step of the outline requests. A step that a busy help desk interrupts is repeated as a whole. */
const STEP = 10;
const EVERYBODY = 1;
const PUBLISHED = 2;
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z]{2,4})?$/i;

type Json = Readonly<Record<string, unknown>>;
/** A list that still has to be read: kind, parent, depth, index of its language, page. Short, because it is stored. */
type List = readonly [kind: "categories" | "folders" | "subfolders", of: string, depth: number, language: number, page: number];

export const freshdesk = (ask: HelpDeskGet, domain: string): Source => ({
  async outline(had) {
    let outline: Outline = had?.outline ?? { collections: [], locales: [] };
    const lists: List[] = had === null ? [["categories", "", 0, 0, 1]] : (JSON.parse(had.at) as List[]);
    for (let asked = 0; asked < STEP; asked += 1) {
      const list = lists.shift();
      if (list === undefined) break;
      const [kind, of, depth, language, page] = list;
      const { items, more } = await readList(ask, list, outline.locales);
      // The token was good for a list, so the request for languages is worth making.
      if (had === null && asked === 0) outline = { ...outline, locales: await languagesOf(ask) };
      outline = { ...outline, collections: merged(outline, list, items) };
      if (language === 0) lists.push(...items.flatMap((one) => listsIn(one, list)));
      if (more && page < MAX_PAGES) lists.unshift([kind, of, depth, language, page + 1]);
      else if (language + 1 < outline.locales.length) lists.unshift([kind, of, depth, language + 1, 1]);
    }
    return { outline, next: lists.length === 0 ? null : JSON.stringify(lists) };
  },

  async page({ collections, locales }, at) {
    // "<index of the folder>|<page>|<index of the language>"
    const folders = collections.filter(({ outer }) => !outer);
    const [place = 0, page = 1, language = 0] = (at ?? "0|1|0").split("|", 3).map(Number);
    const folder = folders[place];
    if (folder === undefined) return { articles: [], next: null, total: null };
    const locale = locales[language] ?? "";
    const path = `/api/v2/solutions/folders/${folder.id.slice("folders:".length)}/articles${language === 0 ? "" : `/${locale}`}`;
    const { items, more } = await listed(ask, `${path}?page=${page}&per_page=${ARTICLES}`, language > 0);
    const next = more
      ? `${place}|${page + 1}|${language}`
      : place + 1 < folders.length
        ? `${place + 1}|1|${language}`
        : language + 1 < locales.length
          ? `0|1|${language + 1}`
          : null;
    return { articles: items.flatMap((one) => articleOf(one, folder, domain, locale, language > 0)), next, total: null };
  },

  articleAt(url) {
    if (url.hostname !== `${domain}.freshdesk.com`) return undefined;
    return /^\/(?:[\w-]{2,20}\/)?(?:support|a)\/solutions\/articles\/(\d{1,20})/.exec(url.pathname)?.[1];
  },
});

/** The primary language first. Empty if the token may not read languages: then there is one of unknown name. */
async function languagesOf(ask: HelpDeskGet): Promise<string[]> {
  try {
    const { body } = await ask("/api/v2/settings/helpdesk");
    const said = isObject(body) ? [text(body["primary_language"]), ...texts(body["supported_languages"])] : [];
    return [...new Set(said.filter((language) => LANGUAGE.test(language)))].slice(0, MAX_LANGUAGES);
  } catch (error) {
    if (error instanceof HelpDeskError && (error.reason === "refused" || error.reason === "missing")) return [];
    throw error;
  }
}

const PATHS = {
  categories: (_of: string) => "/api/v2/solutions/categories",
  folders: (of: string) => `/api/v2/solutions/categories/${of}/folders`,
  subfolders: (of: string) => `/api/v2/solutions/folders/${of}/subfolders`,
} as const;
function readList(
  ask: HelpDeskGet,
  [kind, of, , language, page]: List,
  locales: readonly string[],
): Promise<{ items: Json[]; more: boolean }> {
  const path = `${PATHS[kind](of)}${language === 0 ? "" : `/${locales[language] ?? ""}`}`;
  return listed(ask, `${path}?page=${page}&per_page=${LISTED}`, language > 0);
}
/** A list in a language without content may be missing: 404 counts as empty. */
async function listed(ask: HelpDeskGet, path: string, translated: boolean): Promise<{ items: Json[]; more: boolean }> {
  try {
    const { body, more } = await ask(path);
    if (!Array.isArray(body)) throw new HelpDeskError("unavailable");
    return { items: objects(body), more };
  } catch (error) {
    if (translated && error instanceof HelpDeskError && error.reason === "missing") return { items: [], more: false };
    throw error;
  }
}

/** The lists of what an entry contains. */
function listsIn(one: Json, [kind, , depth]: List): List[] {
  const of = idOf(one["id"]);
  if (of === null) return [];
  if (kind === "categories") return [["folders", of, 1, 0, 1]];
  return depth < MAX_DEPTH && Number(one["sub_folders_count"] ?? 0) > 0 ? [["subfolders", of, depth + 1, 0, 1]] : [];
}

/** Adds the entries of a list: new ones from the primary language, names from the others. */
function merged({ collections, locales }: Outline, [kind, of, , language]: List, items: readonly Json[]): SourceCollection[] {
  const all = [...collections];
  for (const one of items) {
    const id = idOf(one["id"]);
    if (id === null) continue;
    const key = `${kind === "categories" ? kind : "folders"}:${id}`;
    const names = { [locales[language] ?? ""]: { name: text(one["name"]), description: text(one["description"]) } };
    const at = all.findIndex((each) => each.id === key);
    const known = all[at];
    if (known !== undefined) all[at] = { ...known, names: { ...known.names, ...names } };
    else if (language === 0 && all.length < MAX_FOLDERS) {
      const within = kind === "categories" ? null : `${kind === "folders" ? "categories" : "folders"}:${of}`;
      const restricted = Number(one["visibility"] ?? EVERYBODY) !== EVERYBODY;
      all.splice(placeIn(all, within), 0, { id: key, within, names, outer: kind === "categories", restricted });
    }
  }
  return all;
}
/** A position after all siblings, so that collections keep the order that readers see. */
function placeIn(all: readonly SourceCollection[], within: string | null): number {
  const isIn = (one: SourceCollection | undefined): boolean =>
    one !== undefined && one.within !== null && (one.within === within || isIn(all.find(({ id }) => id === one.within)));
  let at = within === null ? all.length : all.findIndex(({ id }) => id === within) + 1;
  while (isIn(all[at])) at += 1;
  return at;
}

function articleOf(one: Json, folder: SourceCollection, domain: string, locale: string, translated: boolean): SourceArticle[] {
  const id = idOf(one["id"]);
  if (id === null) return [];
  const seo = one["seo_data"];
  return [
    {
      id,
      locale,
      title: text(one["title"]),
      summary: isObject(seo) ? text(seo["meta_description"]) : "",
      html: text(one["description"]),
      url: `https://${domain}.freshdesk.com/${translated ? `${locale}/` : ""}support/solutions/articles/${id}`,
      draft: one["status"] !== PUBLISHED,
      restricted: folder.restricted,
      collection: folder.id,
      labels: texts(one["tags"]),
      attachments: objects(one["attachments"])
        .map((file) => text(file["name"]))
        .filter((name) => name !== ""),
    },
  ];
}
