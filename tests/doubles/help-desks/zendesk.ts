// Double of Zendesk's help center API.
import type { DeskRequest } from "./desk.ts";

const TOKEN = `Basic ${btoa("agent@acme.example/token:zendesk-token-of-the-double")}`;

export function zendesk({ desk, url, most }: DeskRequest, proof: string): Response {
  if (proof !== TOKEN) return Response.json({ error: "Couldn't authenticate you" }, { status: 401 });
  if (url.pathname === "/api/v2/help_center/locales.json") return Response.json({ locales: desk.locales, default_locale: desk.locales[0] });
  const match = /^\/api\/v2\/help_center\/([\w-]+)\/(articles|sections|categories)\.json$/.exec(url.pathname);
  const [, locale = "", kind = ""] = match ?? [];
  if (!desk.locales.includes(locale)) return Response.json({ error: "RecordNotFound", description: "Not found" }, { status: 404 });
  const main = locale === desk.locales[0];
  const all =
    kind === "categories"
      ? desk.categories.map(({ id, name }) => ({ id, name, description: "", locale, position: 0 }))
      : kind === "sections"
        ? desk.sections.flatMap(({ id, category, name, names }) => {
            const here = main ? name : names?.[locale];
            return here === undefined ? [] : [{ id, category_id: category, parent_section_id: null, name: here, description: "", locale }];
          })
        : desk.articles.flatMap((article) => {
            const text = main ? article : article.texts?.[locale];
            if (text === undefined) return [];
            return [
              {
                id: article.id,
                html_url: `https://acme.zendesk.com/hc/${locale}/articles/${article.id}-${text.title.replaceAll(/\W+/g, "-")}`,
                title: text.title,
                name: text.title,
                body: text.html,
                locale,
                source_locale: desk.locales[0],
                section_id: article.section,
                draft: text.draft === true,
                user_segment_id: article.restricted === true ? 77 : null,
                label_names: article.labels ?? [],
                updated_at: "2026-01-02T03:04:05Z",
              },
            ];
          });
  // Cursor pagination: the cursor names the last item returned.
  const size = Math.min(most, Number(url.searchParams.get("page[size]") ?? 30));
  const after = Number(atob(url.searchParams.get("page[after]") ?? btoa("0")));
  const page = all.slice(after, after + size);
  const more = after + size < all.length;
  return Response.json({
    [kind]: page,
    meta: { has_more: more, after_cursor: page.length > 0 ? btoa(String(after + size)) : null, before_cursor: null },
    links: { next: more ? "https://acme.zendesk.com/next" : null, prev: null },
  });
}
