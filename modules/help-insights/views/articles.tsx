// Articles with their feedback and comments.
import { locale } from "#dashboard/locale.ts";
import { call } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { formatFull, formatTime } from "#dashboard/ui/time.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { articlePath } from "#modules/articles/contract";
import { listComments, type RatedArticle } from "../contract.ts";

const titleOf = ({ title }: RatedArticle): string => title || m.help_insights_untitled();

export function Articles({ projectId, articles }: { projectId: string; articles: readonly RatedArticle[] }) {
  const [shown, setShown] = useState<RatedArticle>();
  if (articles.length === 0) return <p className="text-muted">{m.help_insights_articles_none()}</p>;
  return (
    <>
      <ul>
        {articles.map((it) => (
          <li key={it.articleId} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0">
            <Link
              to={articlePath(projectId, it.articleId)}
              dir="auto"
              className="min-w-0 flex-1 basis-60 font-medium wrap-anywhere underline-offset-2 hover:underline"
            >
              {titleOf(it)}
            </Link>
            <span className="text-muted tabular-nums">
              {Math.round((100 * it.helpful) / it.answers)} % {m.help_insights_helpful()} · {m.help_insights_answers()}:{" "}
              {it.answers.toLocaleString(locale)}
            </span>
            <Button size="sm" aria-label={m.help_insights_comments_of({ title: titleOf(it) })} onClick={() => setShown(it)}>
              {m.help_insights_comments()}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown ? m.help_insights_comments_of({ title: titleOf(shown) }) : ""}
      >
        {shown && <Comments projectId={projectId} articleId={shown.articleId} />}
      </Dialog>
    </>
  );
}

function Comments({ projectId, articleId }: { projectId: string; articleId: string }) {
  const list = useInfiniteQuery({
    queryKey: [listComments.name, projectId, articleId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listComments>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) => call(listComments, { params: { projectId, articleId }, query: { cursor: pageParam }, signal }),
  });
  const comments = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.error && !list.data) return <ProblemState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isPending)
    return (
      <Skeleton>
        <Bar className="h-4 w-60" />
      </Skeleton>
    );
  if (comments.length === 0) return <p className="text-muted">{m.help_insights_comments_none()}</p>;
  return (
    <div className="grid gap-3">
      <ul className="grid gap-3">
        {comments.map((it) => (
          <li key={it.id} className="rounded-md bg-subtle px-3 py-2">
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {it.comment}
            </p>
            <p className="mt-1 flex items-center gap-2 text-xs text-muted">
              <Chip tone={it.helpful ? "ok" : "warn"}>{it.helpful ? m.help_insights_was_helpful() : m.help_insights_not_helpful()}</Chip>
              <time dateTime={it.createdAt} title={formatFull(it.createdAt)}>
                {formatTime(it.createdAt)}
              </time>
            </p>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {m.help_insights_more()}
        </Button>
      )}
    </div>
  );
}
