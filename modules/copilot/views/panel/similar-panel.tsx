// Closed conversations whose customers asked with the same words.
import { call } from "#dashboard/api.ts";
import { locale } from "#dashboard/locale.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { formatDay } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { threadPath } from "#modules/conversations/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { findSimilar, type SimilarConversation } from "../../contract.ts";
import { Failure, Frame, Working } from "./frame.tsx";
import type { PanelProps } from "./panel-props.ts";

const list = new Intl.ListFormat(locale, { type: "conjunction" });

export function SimilarPanel({ projectId, conversationId, onClose }: PanelProps) {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [findSimilar.name, conversationId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(findSimilar, { params: { projectId, conversationId }, body: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
    getNextPageParam: (page) => page.next ?? undefined,
    ...{ staleTime: 60_000, retry: false },
  });
  const pages = data?.pages ?? [];
  const items = pages.flatMap((page) => page.items).toSorted((a, b) => b.likeness - a.likeness);
  const searched = pages.reduce((sum, page) => sum + page.searched, 0);
  return (
    <Frame
      title={m.copilot_similar_title()}
      onClose={onClose}
      footer={
        data && (
          <>
            <span className="min-w-0 flex-1 basis-40 text-2xs text-muted">{m.copilot_similar_searched({ count: searched })}</span>
            {hasNextPage && (
              <Button size="sm" busy={isFetching} onClick={() => void fetchNextPage()}>
                {m.copilot_similar_older()}
              </Button>
            )}
          </>
        )
      }
    >
      {items.length > 0 && (
        <ul className="grid gap-1">
          {items.map((item) => (
            <Item key={item.conversationId} item={item} projectId={projectId} />
          ))}
        </ul>
      )}
      {error && !isFetching ? (
        <Failure error={error} projectId={projectId} onRetry={() => void (data ? fetchNextPage() : refetch())} />
      ) : !data ? (
        <Working>{m.copilot_working_similar()}</Working>
      ) : (
        items.length === 0 && (
          <p role="status" className="text-muted">
            {m.copilot_similar_none()}
          </p>
        )
      )}
    </Frame>
  );
}

const Item = ({ item, projectId }: { item: SimilarConversation; projectId: string }) => (
  <li>
    <Link
      to={threadPath(projectId, item.conversationId, "closed")}
      className="-mx-1.5 grid gap-0.5 rounded-sm px-1.5 py-1.5 hover:bg-hover"
    >
      <span className="flex min-w-0 items-baseline gap-2">
        <bdi className="min-w-0 truncate font-medium">{plain(item.customer ?? m.copilot_similar_visitor())}</bdi>
        <span className="shrink-0 text-2xs text-muted">{formatDay(item.lastActivityAt)}</span>
      </span>
      <span dir="auto" className="line-clamp-2 wrap-anywhere">
        {plain(item.asked)}
      </span>
      {item.answered !== null && (
        <span dir="auto" className="line-clamp-2 text-muted wrap-anywhere">
          {m.copilot_similar_reply()} {plain(item.answered)}
        </span>
      )}
      <span className="text-2xs text-muted wrap-anywhere">{m.copilot_similar_words({ list: list.format(item.words.map(plain)) })}</span>
    </Link>
  </li>
);
