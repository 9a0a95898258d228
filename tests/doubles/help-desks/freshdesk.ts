// Double of Freshdesk's solutions API.
import type { DeskRequest } from "./desk.ts";

const KEY = `Basic ${btoa("freshdesk-key-of-the-double:X")}`;
const linked = (html: string): string =>
  html.replaceAll(/\/hc\/en-us\/articles\//g, "https://acme.freshdesk.com/support/solutions/articles/");

export function freshdesk({ desk, url, most }: DeskRequest, proof: string): Response {
  if (proof !== KEY)
    return Response.json({ code: "invalid_credentials", message: "You have to be logged in to perform this action." }, { status: 401 });
  const [main = "en", ...others] = desk.locales.map((locale) => locale.split("-")[0] ?? locale);
  if (url.pathname === "/api/v2/settings/helpdesk")
    return Response.json({ primary_language: main, supported_languages: others, portal_languages: others, help_widget_languages: [] });
  const [, kind, id, inner, language] =
    /^\/api\/v2\/solutions\/(categories|folders)(?:\/(\d+)\/(folders|articles|subfolders))?(?:\/([a-z]{2}))?$/.exec(url.pathname) ?? [];
  // A language that the account does not have is answered with 404.
  if (language !== undefined && !others.includes(language))
    return Response.json({ code: "language_not_allowed", message: `Languages: ${others.join(", ")}` }, { status: 404 });
  const all =
    kind === "categories" && id === undefined
      ? desk.categories
          .filter(() => language === undefined)
          .map(({ id: own, name }) => ({ id: own, name, description: null, visible_in_portals: [1] }))
      : kind === "categories" && inner === "folders"
        ? desk.sections
            .filter(({ category, names }) => category === Number(id) && (language === undefined || names?.[language] !== undefined))
            .map(({ id: own, category, name, names, restricted }) => ({
              id: own,
              category_id: category,
              name: language === undefined ? name : names?.[language],
              description: null,
              visibility: restricted === true ? 2 : 1,
              sub_folders_count: 0,
              articles_count: 0,
            }))
        : kind === "folders" && inner === "articles"
          ? desk.articles
              .filter(({ section, texts }) => section === Number(id) && (language === undefined || texts?.[language] !== undefined))
              .map((article) => {
                const said = (language === undefined ? article : article.texts?.[language]) ?? article;
                return {
                  ...{ id: article.id, title: said.title, description: linked(said.html), description_text: "" },
                  ...{
                    status: said.draft === true ? 1 : 2,
                    folder_id: article.section,
                    tags: article.labels ?? [],
                    seo_data: { meta_description: "" },
                    attachments: (article.attachments ?? []).map((name, n) => ({
                      id: n,
                      name,
                      attachment_url: `https://files.example.test/${n}`,
                    })),
                    hierarchy: [],
                  },
                };
              })
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
