// Client for Intercom: collections are nested; an article contains its translations.
import { type HelpDeskGet, HelpDeskError } from "./client.ts";
import { idOf, isObject, objects, type Source, type SourceArticle, type SourceCollection, text } from "./source.ts";

/** Articles per page; each may contain ten translations. */
const ARTICLES = 15;
const LISTED = 150;
const MAX_PAGES = 10;

export const intercom = (ask: HelpDeskGet): Source => ({
  async outline() {
    const collections: SourceCollection[] = [];
    const locales = new Set<string>();
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const { body } = await ask(`/help_center/collections?page=${page}&per_page=${LISTED}`);
      const list = listOf(body);
      for (const one of list.data) {
        const id = idOf(one["id"]);
        if (id === null) continue;
        const main = text(one["default_locale"]) || "";
        const names: Record<string, { name: string; description: string }> = {
          [main]: { name: text(one["name"]), description: text(one["description"]) },
        };
        for (const [locale, content] of translations(one["translated_content"]))
          names[locale] = { name: text(content["name"]), description: text(content["description"]) };
        if (main !== "") locales.add(main);
        for (const locale of Object.keys(names)) if (locale !== "") locales.add(locale);
        collections.push({ id, within: idOf(one["parent_id"]), names, outer: false, restricted: false });
      }
      if (!list.more) break;
    }
    return { outline: { collections, locales: [...locales] }, next: null };
  },

  async page(_outline, at) {
    const page = Number(at ?? 1);
    const { body } = await ask(`/articles?page=${page}&per_page=${ARTICLES}`);
    const list = listOf(body);
    return { articles: list.data.flatMap(articlesOf), next: list.more ? String(page + 1) : null, total: list.total };
  },

  articleAt(url) {
    // Custom domains have the same paths: /en/articles/123-title. The number is unique in all of Intercom.
    return /^\/(?:[\w-]{1,80}\/){0,3}articles\/(\d{1,20})(?:-|$|\/)/.exec(url.pathname)?.[1];
  },
});

function listOf(body: unknown): { data: Readonly<Record<string, unknown>>[]; more: boolean; total: number | null } {
  if (!isObject(body) || !Array.isArray(body["data"])) throw new HelpDeskError("unavailable");
  const pages = isObject(body["pages"]) ? body["pages"] : {};
  const total = body["total_count"];
  return {
    data: objects(body["data"]),
    more: Number(pages["page"] ?? 1) < Number(pages["total_pages"] ?? 1),
    total: typeof total === "number" ? total : null,
  };
}

function translations(value: unknown): [string, Readonly<Record<string, unknown>>][] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([locale, content]): [string, Readonly<Record<string, unknown>>][] =>
    locale !== "type" && /^[\w-]{2,20}$/.test(locale) && isObject(content) ? [[locale, content]] : [],
  );
}

function articlesOf(one: Readonly<Record<string, unknown>>): SourceArticle[] {
  const id = idOf(one["id"]);
  if (id === null) return [];
  const main = text(one["default_locale"]);
  const parents = Array.isArray(one["parent_ids"]) ? one["parent_ids"] : [];
  const collection = idOf(one["parent_id"]) ?? idOf(parents[0]);
  const others = parents.filter((parent) => idOf(parent) !== null && idOf(parent) !== collection);
  const versions = new Map<string, Readonly<Record<string, unknown>>>([...translations(one["translated_content"]), [main, one]]);
  return [...versions].flatMap(([locale, content]): SourceArticle[] => {
    const html = text(content["body"]);
    // A language that was enabled but never written.
    if (html === "" && text(content["title"]) === "") return [];
    return [
      {
        id,
        locale,
        title: text(content["title"]),
        summary: text(content["description"]),
        html,
        url: text(content["url"]) || null,
        draft: text(content["state"]) !== "published",
        restricted: false,
        collection,
        labels: [],
        lost: others.length === 0 ? [] : [["other_collections", String(others.length)]],
      },
    ];
  });
}
