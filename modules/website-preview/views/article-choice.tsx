// The choice of an article that the widget of a preview opens: public ones that are published.
import { useQuery } from "@tanstack/react-query";
import { call } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Picker, preloadPickers } from "#dashboard/ui/picker.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { type ArticleSummary, listArticles, listCollections } from "#modules/articles/contract";
import { BookOpen } from "lucide-react";
import { useState } from "react";

/** Pages of a hundred articles that are read for the list, newest first. */
const PAGES = 10;

interface Choice {
  /** False: the help center is closed, so the widget has no articles. */
  readonly open: boolean;
  readonly articles: readonly ArticleSummary[];
  readonly locale: string;
}
async function readChoice(projectId: string, signal: AbortSignal): Promise<Choice> {
  const { open, defaultLocale } = await call(listCollections, { params: { projectId }, signal });
  const articles: ArticleSummary[] = [];
  let cursor: string | undefined;
  for (let page = 0; open && page < PAGES; page += 1) {
    const { items, next } = await call(listArticles, { params: { projectId }, query: { cursor }, signal });
    articles.push(...items.filter((one) => one.audience === "public" && one.archivedAt === null && liveOf(one, defaultLocale)));
    if (next === null) break;
    cursor = next;
  }
  return { open, articles, locale: defaultLocale };
}
const liveOf = ({ locales }: ArticleSummary, locale: string) =>
  locales.find((one) => one.locale === locale && one.liveSlug !== null) ?? locales.find(({ liveSlug }) => liveSlug !== null);

interface ChoiceProps {
  readonly projectId: string;
  /** Id of the chosen article. */
  readonly value: string | undefined;
  onChange(article: string | undefined): void;
}
export function ArticleChoice({ projectId, value, onChange }: ChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: ["previewArticles", projectId],
    queryFn: ({ signal }) => readChoice(projectId, signal),
    enabled: isOpen || value !== undefined,
    staleTime: 60_000,
  });
  const titles =
    data?.articles.map((one) => ({ id: one.id, title: liveOf(one, data.locale)?.title || m.website_preview_untitled() })) ?? [];
  const chosen = titles.find(({ id }) => id === value);
  const notice = error
    ? messageOf(error)
    : !data
      ? m.website_preview_articles_loading()
      : !data.open
        ? m.website_preview_articles_closed()
        : titles.length === 0
          ? m.website_preview_articles_none()
          : undefined;
  const none = {
    value: "none",
    label: m.website_preview_article_none(),
    checked: value === undefined,
    onSelect: () => onChange(undefined),
  };
  return (
    <>
      <Button
        icon={BookOpen}
        aria-haspopup="dialog"
        onPointerEnter={preloadPickers}
        onFocus={preloadPickers}
        onClick={() => setOpen(true)}
        className="max-w-60"
      >
        <span dir="auto" className="min-w-0 truncate">
          {value === undefined ? m.website_preview_article() : (chosen?.title ?? m.website_preview_article_chosen())}
        </span>
      </Button>
      <Picker
        open={isOpen}
        onClose={() => setOpen(false)}
        label={m.website_preview_article_choose()}
        empty={m.website_preview_article_unknown()}
        notice={notice === undefined ? undefined : <p className="px-4 py-3 text-muted">{notice}</p>}
        groups={[
          {
            heading: "",
            items: [
              none,
              ...titles.map(({ id, title }) => ({ value: id, label: title, checked: id === value, onSelect: () => onChange(id) })),
            ],
          },
        ]}
      />
    </>
  );
}
