// Freshdesk: categories hold folders (which may hold folders), folders hold articles. Only the primary language is read.
import { type Ask, HelpDeskTrouble } from "./client.ts";
import { idOf, objects, type Outline, type Source, type SourceArticle, type SourceCollection, text, texts } from "./source.ts";

const ARTICLES = 30;
const LISTED = 100;
const MAX_FOLDERS = 500;
const MAX_PAGES = 10;
const MAX_DEPTH = 3;
const EVERYBODY = 1;
const PUBLISHED = 2;

type Json = Readonly<Record<string, unknown>>;

export const freshdesk = (ask: Ask, domain: string): Source => ({
  async outline(): Promise<Outline> {
    const collections: SourceCollection[] = [];
    const folders = async (path: string, within: string, depth: number): Promise<void> => {
      for (const one of await all(ask, path)) {
        const id = idOf(one["id"]);
        if (id === null || collections.length >= MAX_FOLDERS) continue;
        collections.push(collectionOf(one, `folders:${id}`, within, Number(one["visibility"] ?? EVERYBODY) !== EVERYBODY));
        if (depth < MAX_DEPTH && Number(one["sub_folders_count"] ?? 0) > 0)
          await folders(`/api/v2/solutions/folders/${id}/subfolders`, `folders:${id}`, depth + 1);
      }
    };
    for (const one of await all(ask, "/api/v2/solutions/categories")) {
      const id = idOf(one["id"]);
      if (id === null) continue;
      collections.push({ ...collectionOf(one, `categories:${id}`, null, false), outer: true });
      await folders(`/api/v2/solutions/categories/${id}/folders`, `categories:${id}`, 1);
    }
    return { collections, locales: [] };
  },

  async page({ collections }, at) {
    // "<place in the list of folders>|<page>"
    const folders = collections.filter(({ outer }) => !outer);
    const [place, page] = (at ?? "0|1").split("|", 2).map(Number) as [number, number];
    const folder = folders[place];
    if (folder === undefined) return { articles: [], next: null, total: null };
    const { body, more } = await ask(
      `/api/v2/solutions/folders/${folder.id.slice("folders:".length)}/articles?page=${page}&per_page=${ARTICLES}`,
    );
    if (!Array.isArray(body)) throw new HelpDeskTrouble("unavailable");
    return {
      articles: objects(body).flatMap((one) => articleOf(one, folder, domain)),
      next: more ? `${place}|${page + 1}` : place + 1 < folders.length ? `${place + 1}|1` : null,
      total: null,
    };
  },

  articleAt(url) {
    if (url.hostname !== `${domain}.freshdesk.com`) return undefined;
    return /^\/(?:[\w-]{2,20}\/)?(?:support|a)\/solutions\/articles\/(\d{1,20})/.exec(url.pathname)?.[1];
  },
});

const collectionOf = (one: Json, id: string, within: string | null, restricted: boolean): SourceCollection => ({
  id,
  within,
  names: { "": { name: text(one["name"]), description: text(one["description"]) } },
  outer: false,
  restricted,
});

function articleOf(one: Json, folder: SourceCollection, domain: string): SourceArticle[] {
  const id = idOf(one["id"]);
  if (id === null) return [];
  const seo = one["seo_data"] as Json | null | undefined;
  return [
    {
      id,
      locale: "",
      title: text(one["title"]),
      summary: text(seo?.["meta_description"]),
      html: text(one["description"]),
      url: `https://${domain}.freshdesk.com/support/solutions/articles/${id}`,
      draft: one["status"] !== PUBLISHED,
      restricted: folder.restricted,
      collection: folder.id,
      labels: texts(one["tags"]),
    },
  ];
}

async function all(ask: Ask, path: string): Promise<Json[]> {
  const found: Json[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { body, more } = await ask(`${path}?page=${page}&per_page=${LISTED}`);
    if (!Array.isArray(body)) throw new HelpDeskTrouble("unavailable");
    found.push(...objects(body));
    if (!more) break;
  }
  return found;
}
