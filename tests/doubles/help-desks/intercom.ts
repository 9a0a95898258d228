// Double of Intercom's articles API.
import type { DeskRequest } from "./desk.ts";

const failed = (status: number, code: string): Response =>
  Response.json({ type: "error.list", request_id: "double", errors: [{ code, message: code }] }, { status });
/** Language codes as Intercom writes them. */
const written = (locale: string): string => locale.split("-")[0] ?? locale;
const linked = (html: string): string => html.replaceAll(/\/hc\/en-us\/articles\//g, "https://help.acme.example/en/articles/");

export function intercom({ desk, url, most }: DeskRequest, proof: string, version: string | null): Response {
  if (proof !== "Bearer intercom-token-of-the-double") return failed(401, "unauthorized");
  if (version !== "2.14") return failed(400, "intercom_version_invalid");
  const [main = "en", ...others] = desk.locales.map(written);
  const all =
    url.pathname === "/help_center/collections"
      ? [
          ...desk.categories.map(({ id, name }) => ({ id: String(id), name, description: null, parent_id: null, default_locale: main })),
          ...desk.sections.map(({ id, category, name, names }) => ({
            ...{ id: String(id), name, description: null, parent_id: String(category), default_locale: main },
            translated_content: {
              type: "group_translated_content",
              ...Object.fromEntries(
                others.flatMap((one) =>
                  names?.[one] === undefined ? [] : [[one, { type: "group_content", name: names[one], description: "" }]],
                ),
              ),
            },
          })),
        ]
      : url.pathname === "/articles"
        ? desk.articles.map((article) => ({
            type: "article",
            id: String(article.id),
            title: article.title,
            description: "",
            body: linked(article.html),
            state: article.draft === true ? "draft" : "published",
            url:
              article.draft === true
                ? null
                : `https://help.acme.example/${main}/articles/${article.id}-${article.title.toLowerCase().replaceAll(/\W+/g, "-")}`,
            parent_id: article.section,
            parent_type: "collection",
            default_locale: main,
            translated_content: {
              type: "article_translated_content",
              ...Object.fromEntries(
                Object.entries(article.texts ?? {}).map(([locale, text]) => [
                  locale,
                  {
                    type: "article_content",
                    title: text.title,
                    body: linked(text.html),
                    state: text.draft === true ? "draft" : "published",
                    url: `https://help.acme.example/${locale}/articles/${article.id}-x`,
                  },
                ]),
              ),
            },
          }))
        : undefined;
  if (all === undefined) return failed(404, "not_found");
  const size = Math.min(most, Number(url.searchParams.get("per_page") ?? 15));
  const page = Number(url.searchParams.get("page") ?? 1);
  const pages = Math.max(1, Math.ceil(all.length / size));
  return Response.json(
    {
      type: "list",
      data: all.slice((page - 1) * size, page * size),
      total_count: all.length,
      pages: {
        type: "pages",
        page,
        per_page: size,
        total_pages: pages,
        next: page < pages ? `https://api.intercom.io${url.pathname}?page=${page + 1}` : null,
      },
    },
    { headers: { "x-ratelimit-limit": "1000", "x-ratelimit-remaining": "900", "x-ratelimit-reset": "1487332520" } },
  );
}
