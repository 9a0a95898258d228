// Earlier imports, the newest first.
import { call } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { contactImportPath, listContactImports } from "../contract.ts";
import { stateLabel } from "./labels.ts";

export function ImportList({ projectId }: { projectId: string }) {
  const list = useInfiniteQuery({
    queryKey: [listContactImports.name, projectId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listContactImports>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) => call(listContactImports, { params: { projectId }, query: { cursor: pageParam }, signal }),
    staleTime: 0,
  });
  const imports = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section aria-labelledby="imports-before" className="mt-3 grid grid-cols-1 gap-3">
      <h2 id="imports-before" className="text-md font-semibold">
        {m.contact_import_before()}
      </h2>
      {list.isPending ? (
        <Skeleton>
          <div className="grid gap-3">
            <Bar className="h-10 w-full" />
            <Bar className="h-10 w-full" />
          </div>
        </Skeleton>
      ) : list.error && imports.length === 0 ? (
        <div role="alert" className="flex flex-wrap items-center gap-3 rounded-md bg-bad-soft px-3 py-2.5 text-bad-text">
          <p className="min-w-48 flex-1">{messageOf(list.error)}</p>
          <Button onClick={() => void list.refetch()}>{m.dashboard_retry()}</Button>
        </div>
      ) : imports.length === 0 ? (
        <p className="text-muted">{m.contact_import_before_none()}</p>
      ) : (
        <ul className="overflow-hidden rounded-lg border border-line">
          {imports.map((one) => {
            const { label, tone } = stateLabel(one);
            return (
              <li key={one.id} className="relative border-b border-line px-4 py-3 last:border-b-0 hover:bg-hover">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Link
                    to={contactImportPath(projectId, one.id)}
                    className="min-w-0 font-medium wrap-anywhere after:absolute after:inset-0"
                    dir="auto"
                  >
                    {one.name}
                  </Link>
                  <Chip tone={tone}>{label}</Chip>
                  <RelativeTime at={one.createdAt} className="ms-auto text-xs text-muted" />
                </div>
                <p className="text-xs text-muted wrap-anywhere">
                  {[m.contact_import_rows({ count: one.total }), ...(one.createdBy === null ? [] : [one.createdBy])].join(" · ")}
                </p>
              </li>
            );
          })}
        </ul>
      )}
      {list.hasNextPage && (
        <div className="grid place-items-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {m.contact_import_older()}
          </Button>
        </div>
      )}
    </section>
  );
}
