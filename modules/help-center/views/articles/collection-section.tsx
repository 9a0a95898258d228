// A collection with its articles, in the order of readers.
import { useWrite } from "#dashboard/api.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight, GripVertical, Plus } from "lucide-react";
import { useState } from "react";
import { type ArticleSummary, type Collection, type CollectionList, MAX_LIST, orderArticles } from "../../contract.ts";
import { ArticleLink } from "./article-row.tsx";
import { ArticleRowMenu } from "./article-row-menu.tsx";
import { CollectionMenu } from "./collection-menu.tsx";
import { articlesQuery, rereadLists } from "./queries.ts";
import { moved, useReorder } from "./reorder.ts";
import { collectionName, titleOf } from "./words.tsx";

interface Props {
  readonly projectId: string;
  readonly list: CollectionList;
  readonly admin: boolean;
  /** Null: the articles without one. */
  readonly collection: Collection | null;
  readonly startsOpen: boolean;
  onNew(collectionId: string | null): void;
  announce(words: string): void;
}
export function CollectionSection(props: Props) {
  const { list, collection, startsOpen, admin, onNew } = props;
  const [open, setOpen] = useState(startsOpen);
  const name = collection ? collectionName(collection, list.defaultLocale) : m.help_without_collection();
  const count = collection?.articles ?? list.without;
  const description = collection?.texts.find(({ locale }) => locale === list.defaultLocale)?.description;
  return (
    <section aria-label={name}>
      <div className="flex items-center gap-1 border-b border-line-strong pb-1.5">
        <h2 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex min-h-8 w-full items-center gap-1.5 rounded-xs text-start font-semibold pointer-coarse:min-h-11"
          >
            <ChevronRight
              className={`size-4 shrink-0 text-muted transition-transform ${open ? "rotate-90" : "rtl:rotate-180"}`}
              aria-hidden
            />
            <span dir="auto" className="truncate">
              {name}
            </span>
            <span className="text-xs font-normal text-muted tabular-nums">{count}</span>
          </button>
        </h2>
        <IconButton label={m.help_new_article_in({ collection: name })} icon={Plus} onClick={() => onNew(collection?.id ?? null)} />
        {admin && collection && <CollectionMenu {...props} collection={collection} name={name} />}
      </div>
      {open && description && (
        <p dir="auto" className="px-2 pt-2 text-muted wrap-anywhere">
          {description}
        </p>
      )}
      {open && <Articles {...props} name={name} />}
    </section>
  );
}

function Articles({ projectId, list, admin, collection, announce, name }: Props & { name: string }) {
  const found = useInfiniteQuery(articlesQuery(projectId, { collection: collection?.id ?? "none" }));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  const articles = found.data?.pages.flatMap((page) => page.items) ?? [];
  // What was dropped stands there until the server has said so.
  const [kept, setKept] = useState<readonly string[]>();
  const ids: string[] = articles.map(({ id }) => id);
  const shown = kept && kept.length === ids.length && kept.every((id) => ids.includes(id)) ? kept : ids;
  const order = useWrite(orderArticles);
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
  const reorder = useReorder({
    ids: shown,
    onDrop: save,
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
  // An order is of the whole list.
  const sortable = admin && !hasNextPage && articles.length > 1 && articles.length <= MAX_LIST;
  return (
    <>
      <ul data-reorder aria-label={name} className="grid grid-cols-1">
        {reorder.order.map((id, index) => {
          const article = byId.get(id) as ArticleSummary;
          return (
            <li
              key={id}
              data-row
              className={`relative flex min-h-11 items-center gap-1.5 border-b border-line pe-1 ${reorder.lifted === id ? "z-10 bg-accent-soft shadow-2" : "hover:bg-hover"} ${sortable ? "" : "ps-2"}`}
            >
              {sortable && (
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
              <ArticleLink projectId={projectId} article={article} locale={list.defaultLocale} />
              {admin && (
                <ArticleRowMenu
                  projectId={projectId}
                  list={list}
                  article={article}
                  title={title(id)}
                  up={sortable && index > 0 ? () => save(moved(shown, index, index - 1)) : undefined}
                  down={sortable && index < shown.length - 1 ? () => save(moved(shown, index, index + 1)) : undefined}
                />
              )}
            </li>
          );
        })}
      </ul>
      <p id="help-move-hint" hidden>
        {m.help_move_hint()}
      </p>
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
