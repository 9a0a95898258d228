// Adds repositories from the list of those that the connection's account sees at GitHub.
import { call, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { SearchInput } from "#dashboard/ui/search-input.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { useDebounced } from "#dashboard/ui/use-debounced.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useEffect, useState } from "react";
import { addRepository, type CodeHosting, listRepositories, MAX_REPOSITORIES } from "../contract.ts";

interface Props {
  readonly projectId: string;
  readonly chosen: readonly string[];
  onChosen(now: CodeHosting): void;
  onClose(): void;
}
/** Requests that follow an empty one by themselves: together they look at 5,000 repositories. */
const MOST_AT_ONCE = 10;

export function RepositoryDialog({ projectId, chosen, onChosen, onClose }: Props) {
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim(), 300);
  const add = useRouteMutation(addRepository, { suppressToast: true, done: onChosen });
  const isFull = chosen.length >= MAX_REPOSITORIES;
  const refused = isFull ? m.code_hosting_browse_full({ max: MAX_REPOSITORIES }) : refusalOf(add.error);
  return (
    <Dialog
      open
      fills
      onClose={onClose}
      title={m.code_hosting_browse_title()}
      body={m.code_hosting_browse_body()}
      footer={<Button onClick={onClose}>{m.dashboard_close()}</Button>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <SearchInput label={m.code_hosting_browse_search()} value={typed} onType={setTyped} />
        {refused !== undefined && (
          <p role="alert" className="text-bad-text">
            {refused}
          </p>
        )}
        <Found
          {...{ projectId, q, chosen }}
          busy={add.isPending ? add.variables.body.name : undefined}
          isFull={isFull}
          onAdd={(name) => add.mutate({ params: { projectId }, body: { name } })}
        />
      </div>
    </Dialog>
  );
}

interface FoundProps {
  readonly projectId: string;
  readonly q: string;
  readonly chosen: readonly string[];
  /** What is being added. */
  readonly busy: string | undefined;
  readonly isFull: boolean;
  onAdd(name: string): void;
}
function Found({ projectId, q, chosen, busy, isFull, onAdd }: FoundProps) {
  const found = useInfiniteQuery({
    queryKey: [listRepositories.name, projectId, q],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listRepositories>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listRepositories, {
        params: { projectId } as never,
        query: { q: q === "" ? undefined : q, cursor: pageParam } as never,
        signal,
      }),
    staleTime: 60_000,
  });
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = found;
  // What was pushed to meanwhile moves ahead, and may stand on two pages.
  const items = [...new Map(data?.pages.flatMap((page) => page.items).map((one) => [one.name, one])).values()];
  const goesOn =
    data?.pages.at(-1)?.items.length === 0 &&
    hasNextPage &&
    data.pages.length < MOST_AT_ONCE &&
    !isFetchingNextPage &&
    !isFetchNextPageError;
  useEffect(() => void (goesOn && fetchNextPage()), [goesOn, fetchNextPage]);
  if (error && !data)
    return (
      <div role="alert" className="grid justify-items-start gap-2">
        <p className="text-bad-text">{messageOf(error)}</p>
        <Button size="sm" onClick={() => void refetch()}>
          {m.dashboard_retry()}
        </Button>
      </div>
    );
  if (!data) return <Skeleton className="h-60 w-full" />;
  return (
    <>
      {items.length > 0 ? (
        <ul aria-label={m.code_hosting_repositories()} className="grid grid-cols-[minmax(0,1fr)]">
          {items.map(({ name, isPrivate, archived }) => (
            <li key={name} className="flex min-h-11 items-center gap-2">
              <span className="min-w-0 flex-1 font-mono text-sm wrap-anywhere">{name}</span>
              {archived && <Chip>{m.code_hosting_archived()}</Chip>}
              {isPrivate && <Chip>{m.code_hosting_private()}</Chip>}
              {chosen.some((one) => one.toLowerCase() === name.toLowerCase()) ? (
                <span className="flex items-center gap-1 px-2 text-sm text-muted">
                  <Check className="size-4" aria-hidden />
                  {m.code_hosting_added()}
                </span>
              ) : (
                <Button
                  size="sm"
                  aria-label={m.code_hosting_add_name({ name })}
                  busy={busy === name}
                  disabled={isFull || (busy !== undefined && busy !== name)}
                  onClick={() => onAdd(name)}
                >
                  {m.code_hosting_add()}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        !hasNextPage && (
          <p role="status" className="text-muted">
            {q === "" ? m.code_hosting_browse_empty() : m.code_hosting_browse_none()}
          </p>
        )
      )}
      {isFetchNextPageError && error && (
        <p role="alert" className="text-bad-text">
          {messageOf(error)}
        </p>
      )}
      {hasNextPage && (
        <Button className="justify-self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? m.code_hosting_browse_looking() : m.code_hosting_browse_more()}
        </Button>
      )}
      {items.length > 0 && (
        <p role="status" className="sr-only">
          {m.code_hosting_browse_found({ count: items.length })}
        </p>
      )}
    </>
  );
}
