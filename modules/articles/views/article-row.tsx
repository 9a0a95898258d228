// One article in a list.
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { articlePath, type ArticleSummary } from "../contract.ts";
import { StateChip, statesOf, titleOf } from "./labels.tsx";

interface Props {
  readonly projectId: string;
  readonly article: ArticleSummary;
  readonly locale: string;
  readonly note?: string | undefined;
}
/** Title, states, audience, languages and time of the last change. The link covers the row. */
export function ArticleLink({ projectId, article, locale, note }: Props) {
  const changed = article.locales.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), article.createdAt);
  return (
    <>
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5 py-2">
        <Link
          to={articlePath(projectId, article.id)}
          preload="intent"
          dir="auto"
          className="min-w-0 truncate font-medium after:absolute after:inset-0"
        >
          {titleOf(article, locale)}
        </Link>
        {statesOf(article).map((state) => (
          <StateChip key={state} state={state} />
        ))}
        {article.audience !== "public" && (
          <span className="text-2xs text-muted">{article.audience === "told" ? m.help_told() : m.help_members()}</span>
        )}
        {note && (
          <span dir="auto" className="truncate text-xs text-muted">
            {note}
          </span>
        )}
      </span>
      {article.locales.length > 1 && (
        <span className="hidden text-xs text-muted sm:inline" title={article.locales.map((each) => languageName(each.locale)).join(", ")}>
          {m.help_languages({ count: article.locales.length })}
        </span>
      )}
      <RelativeTime at={changed} short className="w-20 shrink-0 text-end text-xs text-muted tabular-nums" />
    </>
  );
}
