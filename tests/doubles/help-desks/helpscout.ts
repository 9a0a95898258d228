// Double of the Help Scout Docs API.
import type { DeskRequest } from "./desk.ts";

const KEY = `Basic ${btoa("helpscout-key-of-the-double:X")}`;
const hex = (n: number): string => n.toString(16).padStart(24, "5");
const linked = (html: string): string => html.replaceAll(/\/hc\/en-us\/articles\/(\d+)-/g, "https://acme.helpscoutdocs.com/article/$1-");

export function helpscout({ desk, url, most }: DeskRequest, proof: string): Response {
  if (proof !== KEY) return Response.json({ code: 401, error: "Invalid API key" }, { status: 401 });
  const headers = { "x-ratelimit-limit": "2000", "x-ratelimit-remaining": "1900", "x-ratelimit-reset": "500" };
  const one = /^\/v1\/articles\/(\w+)$/.exec(url.pathname)?.[1];
  if (one !== undefined) {
    const article = desk.articles.find(({ id }) => hex(id) === one);
    if (!article) return Response.json({ code: 404, error: "Not found" }, { status: 404 });
    const { category } = desk.sections.find(({ id }) => id === article.section) ?? { category: 0 };
    return Response.json(
      {
        article: {
          ...{ id: one, number: article.id, collectionId: hex(category), slug: "slug", name: article.title, text: linked(article.html) },
          ...{
            status: article.draft === true ? "notpublished" : "published",
            hasDraft: false,
            categories: [hex(article.section)],
            keywords: article.labels ?? [],
          },
          publicUrl: `https://acme.helpscoutdocs.com/article/${article.id}-how-to`,
        },
      },
      { headers },
    );
  }
  const [, collection, inner] = /^\/v1\/collections(?:\/(\w+)\/(articles|categories))?$/.exec(url.pathname) ?? [
    undefined,
    undefined,
    undefined,
  ];
  if (!url.pathname.startsWith("/v1/collections")) return Response.json({ code: 404, error: "Not found" }, { status: 404 });
  const kind = inner ?? "collections";
  const sections = desk.sections.filter(({ category }) => hex(category) === collection);
  const all =
    kind === "collections"
      ? desk.categories.map(({ id, name, restricted }) => ({
          ...{ id: hex(id), number: id, slug: "c", name, order: 1 },
          visibility: restricted === true ? "private" : "public",
        }))
      : kind === "categories"
        ? sections.map(({ id, name }) => ({ id: hex(id), number: id, slug: "s", name, order: 1 }))
        : desk.articles
            .filter(({ section }) => sections.some(({ id }) => id === section))
            .map((article) => ({
              id: hex(article.id),
              number: article.id,
              collectionId: collection,
              name: article.title,
              status: article.draft === true ? "notpublished" : "published",
            }));
  const size = Math.min(most, Number(url.searchParams.get("pageSize") ?? 50));
  const page = Number(url.searchParams.get("page") ?? 1);
  return Response.json(
    {
      [kind]: {
        page,
        pages: Math.max(1, Math.ceil(all.length / size)),
        count: all.length,
        items: all.slice((page - 1) * size, page * size),
      },
    },
    { headers },
  );
}
