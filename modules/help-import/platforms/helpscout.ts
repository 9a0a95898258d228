// Client for Help Scout Docs: collections hold categories and articles. Lists carry no texts, so each article is requested.
import { type HelpDeskGet, HelpDeskError } from "./client.ts";
import { idOf, isObject, objects, type Source, type SourceArticle, type SourceCollection, text, texts } from "./source.ts";

const ARTICLES = 20;
const MAX_PAGES = 20;

type Json = Readonly<Record<string, unknown>>;

export const helpscout = (ask: HelpDeskGet): Source => ({
  async outline() {
    const found: SourceCollection[] = [];
    for (const one of await all(ask, "/v1/collections", "collections")) {
      const id = idOf(one["id"]);
      if (id === null) continue;
      const restricted = text(one["visibility"]) === "private";
      found.push({ ...collectionOf(one, `collections:${id}`, null), outer: true, restricted });
      for (const category of await all(ask, `/v1/collections/${id}/categories`, "categories")) {
        const inner = idOf(category["id"]);
        if (inner !== null) found.push({ ...collectionOf(category, inner, `collections:${id}`), restricted });
      }
    }
    return { outline: { collections: found, locales: [] }, next: null };
  },

  async page({ collections }, at) {
    // "<index of the collection>|<page>"
    const outer = collections.filter((one) => one.outer);
    const [place, page] = (at ?? "0|1").split("|", 2).map(Number) as [number, number];
    const collection = outer[place];
    if (collection === undefined) return { articles: [], next: null, total: null };
    const id = collection.id.slice("collections:".length);
    const list = await listOf(
      ask,
      `/v1/collections/${id}/articles?page=${page}&pageSize=${ARTICLES}&status=all&sort=number&order=asc`,
      "articles",
    );
    const articles: SourceArticle[] = [];
    for (const ref of list.items) {
      const articleId = idOf(ref["id"]);
      if (articleId === null) continue;
      const { body } = await ask(`/v1/articles/${articleId}`);
      const article = isObject(body) && isObject(body["article"]) ? body["article"] : undefined;
      if (article === undefined) throw new HelpDeskError("unavailable");
      articles.push(articleOf(article, articleId, collection.restricted));
    }
    return { articles, next: list.more ? `${place}|${page + 1}` : place + 1 < outer.length ? `${place + 1}|1` : null, total: null };
  },

  articleAt(url) {
    // Custom domains have the same paths: /article/14-my-article, found by number.
    return /^\/article\/(\d{1,12})(?:-|$|\/)/.exec(url.pathname)?.[1];
  },
});

const collectionOf = (one: Json, id: string, within: string | null): SourceCollection => ({
  id,
  within,
  names: { "": { name: text(one["name"]), description: text(one["description"]) } },
  outer: false,
  restricted: false,
});

function articleOf(one: Json, id: string, restricted: boolean): SourceArticle {
  const [category = null, ...others] = texts(one["categories"]);
  return {
    // By its number, because addresses contain that.
    id: idOf(one["number"]) ?? id,
    locale: "",
    title: text(one["name"]),
    summary: "",
    html: text(one["text"]),
    url: text(one["publicUrl"]) || null,
    draft: text(one["status"]) !== "published",
    restricted,
    collection: category,
    labels: texts(one["keywords"]),
    lost: [
      ...(others.length === 0 ? [] : [["other_collections", String(others.length)] as const]),
      ...(one["hasDraft"] === true ? [["newer_draft", ""] as const] : []),
    ],
  };
}

async function listOf(ask: HelpDeskGet, path: string, kind: string): Promise<{ items: Json[]; more: boolean }> {
  const { body } = await ask(path);
  const list = isObject(body) && isObject(body[kind]) ? body[kind] : undefined;
  if (list === undefined) throw new HelpDeskError("unavailable");
  return { items: objects(list["items"]), more: Number(list["page"] ?? 1) < Number(list["pages"] ?? 1) };
}
async function all(ask: HelpDeskGet, path: string, kind: string): Promise<Json[]> {
  const found: Json[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const list = await listOf(ask, `${path}?page=${page}`, kind);
    found.push(...list.items);
    if (!list.more) break;
  }
  return found;
}
