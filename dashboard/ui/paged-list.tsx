// A list that is read page by page: placeholder, error, nothing, its rows, and a button for more.
import { m } from "#messages";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { messageOf } from "./problem.tsx";
import { Bar, Skeleton } from "./skeleton.tsx";

/** What the list needs of an infinite query. */
interface Pages<T> {
  readonly data: { readonly pages: readonly { readonly items: readonly T[] }[] } | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  refetch(): unknown;
  fetchNextPage(): unknown;
}

/** `children` draws a row, an `li`. `none` is said if there are no rows, `more` by the button that reads the next page. */
export function PagedList<T>({
  list,
  none,
  more,
  children,
}: {
  list: Pages<T>;
  none: string;
  more: string;
  children: (row: T) => ReactNode;
}) {
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {list.isPending ? (
        <Skeleton>
          <div className="grid gap-3">
            <Bar className="h-10 w-full" />
            <Bar className="h-10 w-full" />
          </div>
        </Skeleton>
      ) : list.error && rows.length === 0 ? (
        <div role="alert" className="flex flex-wrap items-center gap-3 rounded-md bg-bad-soft px-3 py-2.5 text-bad-text">
          <p className="min-w-48 flex-1">{messageOf(list.error)}</p>
          <Button onClick={() => void list.refetch()}>{m.dashboard_retry()}</Button>
        </div>
      ) : rows.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <ul className="overflow-hidden rounded-lg border border-line">{rows.map(children)}</ul>
      )}
      {list.hasNextPage && (
        <div className="grid place-items-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {more}
          </Button>
        </div>
      )}
    </>
  );
}
