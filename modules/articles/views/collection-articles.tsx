// The articles of one collection, in the order of readers.
import { useRouteMutation } from "#dashboard/api.ts";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { GripVertical } from "lucide-react";
import { useState } from "react";
import { type ArticleSummary, MAX_LIST, orderArticles } from "../contract.ts";
import { ArticleLink } from "./article-row.tsx";
import { ArticleRowMenu } from "./article-row-menu.tsx";
import { LoadMore } from "./load-more.tsx";
import { moveArticle, NONE, placeName } from "./move-article.ts";
import { articlesQuery, rereadLists } from "./queries.ts";
import { moved, useReorder } from "./reorder.ts";
import type { SectionProps } from "./section-props.ts";
import { SelectAll, SelectBox, useSelection } from "./selection.tsx";
import { titleOf } from "./labels.tsx";

export function CollectionArticles({ projectId, list, lists, admin, collection, announce, onOver, name }: SectionProps & { name: string }) {
  const own = collection?.id ?? NONE;
  const found = useInfiniteQuery(articlesQuery(projectId, { collection: own }));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  const choosing = useSelection() !== undefined;
  const articles = found.data?.pages.flatMap((page) => page.items) ?? [];
  // The dropped order is shown until the server confirms it.
  const [kept, setKept] = useState<readonly string[]>();
  const ids: string[] = articles.map(({ id }) => id);
  const shown = kept && kept.length === ids.length && kept.every((id) => ids.includes(id)) ? kept : ids;
  const order = useRouteMutation(orderArticles);
  const save = (next: readonly string[]): void => {
    setKept(next);
    order.mutate(
      {
        params: { projectId },
        body: { collectionId: (collection?.id ?? null) as never, seen: [...shown] as never, order: [...next] as never },
      },
      { onSettled: () => void rereadLists(projectId).then(() => setKept(undefined)) },
    );
  };
  const byId = new Map(articles.map((article) => [article.id as string, article]));
  const title = (id: string): string => {
    const article = byId.get(id);
    return article ? titleOf(article, list.defaultLocale) : "";
  };
  // Only a completely loaded list can be ordered.
  const isWhole = !hasNextPage && articles.length <= MAX_LIST;
  const sorts = admin && isWhole && articles.length > 1;
  const give = (id: string, to: string | null): void => {
    const article = byId.get(id);
    if (!article) return;
    void moveArticle({ projectId, list, article, title: title(id), to, order: isWhole ? shown : undefined, announce }).then(() => {
      // Its handle moved with it, so the focus follows to the other list.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.querySelector<HTMLElement>(`[data-list="${to ?? NONE}"] h2 button`)?.focus();
      });
    });
  };
  const reorder = useReorder({
    ids: shown,
    sorts,
    lists,
    own,
    onDrop: save,
    onGive: (id, to) => give(id, to === NONE ? null : to),
    onOver,
    announceOver: (id, to) => announce(m.help_over({ title: title(id), collection: placeName(list, to) })),
    announce: (what, id, place) => {
      const words = { title: title(id), place, of: ids.length };
      announce(
        what === "lifted"
          ? m.help_lifted(words)
          : what === "moved"
            ? m.help_moved(words)
            : what === "dropped"
              ? m.help_dropped(words)
              : m.help_move_cancelled(words),
      );
    },
  });
  if (found.error && !found.data) return <ProblemState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.isPending)
    return (
      <Skeleton>
        <div className="grid gap-4 p-3">
          <Bar className="h-3 w-48" />
          <Bar className="h-3 w-72 max-w-full" />
        </div>
      </Skeleton>
    );
  if (articles.length === 0) return <p className="px-2 py-3 text-muted">{m.help_empty_collection()}</p>;
  const handles = admin && !choosing && (sorts || lists.length > 1);
  return (
    <>
      <SelectAll articles={articles} />
      <ul aria-label={name} className="grid grid-cols-1">
        {reorder.order.map((id, index) => {
          const article = byId.get(id) as ArticleSummary;
          return (
            <li
              key={id}
              data-row
              className={`relative flex min-h-11 items-center gap-1.5 border-b border-line pe-1 ${reorder.lifted === id ? "z-10 bg-accent-soft shadow-2" : "hover:bg-hover"} ${handles || choosing ? "" : "ps-2"}`}
            >
              {handles && (
                <button
                  type="button"
                  aria-label={m.help_move({ title: title(id) })}
                  aria-describedby="help-move-hint"
                  {...reorder.handle(id)}
                  className="relative z-10 grid h-8 w-7 shrink-0 cursor-grab touch-none place-items-center rounded-xs text-faint hover:text-text data-lifted:cursor-grabbing pointer-coarse:h-11 pointer-coarse:w-9"
                >
                  <GripVertical className="size-4" aria-hidden />
                </button>
              )}
              <SelectBox article={article} title={title(id)} />
              <ArticleLink projectId={projectId} article={article} locale={list.defaultLocale} />
              {admin && !choosing && (
                <ArticleRowMenu
                  list={list}
                  article={article}
                  title={title(id)}
                  onMove={(to) => give(id, to)}
                  up={sorts && index > 0 ? () => save(moved(shown, index, index - 1)) : undefined}
                  down={sorts && index < shown.length - 1 ? () => save(moved(shown, index, index + 1)) : undefined}
                />
              )}
            </li>
          );
        })}
      </ul>
      {hasNextPage && <LoadMore busy={isFetchingNextPage} onMore={fetchNextPage} />}
    </>
  );
}
