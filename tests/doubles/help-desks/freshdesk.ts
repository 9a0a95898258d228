import type { Called } from "./desk.ts";

const KEY = `Basic ${btoa("freshdesk-key-of-the-double:X")}`;
const linked = (html: string): string =>
  html.replaceAll(/\/hc\/en-us\/articles\//g, "https://acme.freshdesk.com/support/solutions/articles/");

export function freshdesk({ desk, url, most }: Called, proof: string): Response {
  if (proof !== KEY)
    return Response.json({ code: "invalid_credentials", message: "You have to be logged in to perform this action." }, { status: 401 });
  const [, kind, id, inner] =
    /^\/api\/v2\/solutions\/(categories|folders)(?:\/(\d+)\/(folders|articles|subfolders))?$/.exec(url.pathname) ?? [];
  const all =
    kind === "categories" && id === undefined
      ? desk.categories.map(({ id: own, name }) => ({ id: own, name, description: null, visible_in_portals: [1] }))
      : kind === "categories" && inner === "folders"
        ? desk.sections
            .filter(({ category }) => category === Number(id))
            .map(({ id: own, category, name, restricted }) => ({
              id: own,
              category_id: category,
              name,
              description: null,
              visibility: restricted === true ? 2 : 1,
              sub_folders_count: 0,
              articles_count: 0,
            }))
        : kind === "folders" && inner === "articles"
          ? desk.articles
              .filter(({ section }) => section === Number(id))
              .map((article) => ({
                ...{ id: article.id, title: article.title, description: linked(article.html), description_text: "" },
                ...{
                  status: article.draft === true ? 1 : 2,
                  folder_id: article.section,
                  tags: article.labels ?? [],
                  seo_data: { meta_description: "" },
                  hierarchy: [],
                },
              }))
          : kind === "folders" && inner === "subfolders"
            ? []
            : undefined;
  if (all === undefined) return new Response(null, { status: 404 });
  const size = Math.min(most, Number(url.searchParams.get("per_page") ?? 30));
  const page = Number(url.searchParams.get("page") ?? 1);
  const more = page * size < all.length;
  return Response.json(all.slice((page - 1) * size, page * size), {
    headers: {
      "x-ratelimit-total": "4000",
      "x-ratelimit-remaining": "3900",
      ...(more ? { link: `<https://acme.freshdesk.com${url.pathname}?page=${page + 1}>; rel="next"` } : {}),
    },
  });
}
