// Articles that match a search or a filter, the newest first.
import { Button } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useEffect } from "react";
import type { CollectionList } from "../contract.ts";
import { ArticleLink } from "./article-row.tsx";
import type { Filters } from "./filters.tsx";
import { LoadMore } from "./load-more.tsx";
import { articlesQuery } from "./queries.ts";
import { SelectAll, SelectBox } from "./selection.tsx";
import { collectionName, titleOf } from "./labels.tsx";

interface Props {
  readonly projectId: string;
  readonly list: CollectionList;
  readonly filters: Filters;
  onClear(): void;
}
export function FoundArticles({ projectId, list, filters, onClear }: Props) {
  const found = useInfiniteQuery({ ...articlesQuery(projectId, filters), placeholderData: keepPreviousData });
  const articles = found.data?.pages.flatMap((page) => page.items) ?? [];
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  // A page scans a bounded number of articles, so after an empty one the next is loaded.
  const goOn = articles.length === 0 && hasNextPage && !isFetchingNextPage;
  useEffect(() => void (goOn && fetchNextPage()), [goOn, fetchNextPage]);
  if (found.error && !found.data) return <ProblemState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.isPending || (articles.length === 0 && hasNextPage)) return <Skeleton className="h-4 w-60" />;
  if (articles.length === 0)
    return (
      <EmptyState
        icon={Search}
        title={m.help_none_found()}
        body={m.help_none_found_body()}
        action={<Button onClick={onClear}>{m.help_clear()}</Button>}
      />
    );
  return (
    <>
      <SelectAll articles={articles} />
      <ul aria-label={m.help_articles()} className="grid grid-cols-1">
        {articles.map((article) => {
          const inside = list.items.find(({ id }) => id === article.collectionId);
          return (
            <li key={article.id} className="relative flex min-h-11 items-center gap-2 border-b border-line px-2 hover:bg-hover">
              <SelectBox article={article} title={titleOf(article, list.defaultLocale)} />
              <ArticleLink
                projectId={projectId}
                article={article}
                locale={list.defaultLocale}
                note={inside ? collectionName(inside, list.defaultLocale) : undefined}
              />
            </li>
          );
        })}
      </ul>
      {hasNextPage && <LoadMore busy={isFetchingNextPage} onMore={fetchNextPage} />}
    </>
  );
}
