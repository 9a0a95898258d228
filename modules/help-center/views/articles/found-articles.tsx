// Articles that a search or a state finds, the newest first.
import { Button } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useEffect } from "react";
import type { ArticleState, CollectionList } from "../../contract.ts";
import { ArticleLink } from "./article-row.tsx";
import { articlesQuery } from "./queries.ts";
import { collectionName } from "./words.tsx";

interface Props {
  readonly projectId: string;
  readonly list: CollectionList;
  readonly q: string;
  readonly state: ArticleState | undefined;
  onClear(): void;
}
export function FoundArticles({ projectId, list, q, state, onClear }: Props) {
  const found = useInfiniteQuery({ ...articlesQuery(projectId, { q, state }), placeholderData: keepPreviousData });
  const articles = found.data?.pages.flatMap((page) => page.items) ?? [];
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  // A page looks at a bounded number of articles: an empty one says nothing about the rest.
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
      <ul aria-label={m.help_articles()} className="grid grid-cols-1">
        {articles.map((article) => {
          const inside = list.items.find(({ id }) => id === article.collectionId);
          return (
            <li key={article.id} className="relative flex min-h-11 items-center gap-2 border-b border-line px-2 hover:bg-hover">
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
      {hasNextPage && (
        <div className="grid place-items-center p-4">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {m.help_more()}
          </Button>
        </div>
      )}
    </>
  );
}
