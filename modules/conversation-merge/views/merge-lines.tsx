// The lines of merging in both threads, and in the one that stays the messages of the other one.
import { call, useRouteQuery } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Markdown } from "#dashboard/ui/markdown.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import {
  type ConversationEvent,
  JOINED,
  listEvents,
  MERGED,
  type Message,
  PARTED,
  threadPath,
  UNMERGED,
} from "#modules/conversations/contract";
import { filePath } from "#modules/files/contract";
import type { activityDetails, activityLine } from "#modules/inbox/views";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { readMerge } from "../contract.ts";

const SAYS: Readonly<Record<string, { you: () => string; other: (input: { name: string }) => string }>> = {
  [MERGED]: { you: m.conversation_merge_event_merged_you, other: m.conversation_merge_event_merged },
  [UNMERGED]: { you: m.conversation_merge_event_unmerged_you, other: m.conversation_merge_event_unmerged },
  [JOINED]: { you: m.conversation_merge_event_joined_you, other: m.conversation_merge_event_joined },
  [PARTED]: { you: m.conversation_merge_event_parted_you, other: m.conversation_merge_event_parted },
};

export function MergeLine({ event, own, name }: PropsOf<typeof activityLine>) {
  const says = SAYS[event.name];
  if (!says) return null;
  return own ? says.you() : says.other({ name });
}

export function MergeDetails({ projectId, event }: PropsOf<typeof activityDetails>) {
  const [shown, setShown] = useState(false);
  if (SAYS[event.name] === undefined) return null;
  const other = String(event.data["into"] ?? event.data["from"]);
  return (
    <div className="mt-1 grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2">
      <div className="flex flex-wrap items-center justify-center gap-3 text-xs">
        <Link to={threadPath(projectId, other)} className="min-h-6 content-center text-accent-text underline">
          {m.conversation_merge_open()}
        </Link>
        {event.name === JOINED && (
          <button
            type="button"
            aria-expanded={shown}
            onClick={() => setShown(!shown)}
            className="min-h-6 text-accent-text underline pointer-coarse:min-h-11"
          >
            {shown ? m.conversation_merge_hide() : m.conversation_merge_show()}
          </button>
        )}
      </div>
      {shown && <Messages projectId={projectId} conversationId={other} />}
    </div>
  );
}

/** The messages and notes of the other conversation, by the route that its own thread uses, the newest page first. */
function Messages({ projectId, conversationId }: { projectId: string; conversationId: string }) {
  const params = { projectId, conversationId } as never;
  const standing = useRouteQuery(readMerge, { params }, { staleTime: 0 });
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ["conversation-merge", projectId, conversationId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listEvents, { params, query: pageParam === undefined ? {} : { before: Number(pageParam) as never }, signal }),
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: 60_000,
  });
  const problem = error ?? standing.error;
  if (problem)
    return (
      <p role="alert" className="text-sm text-bad-text">
        {messageOf(problem)}
      </p>
    );
  if (!data || !standing.data)
    return (
      <Skeleton className="w-full">
        <Bar className="h-4 w-60" />
      </Skeleton>
    );
  if (standing.data.merge === null) return <p className="text-sm text-muted">{m.conversation_merge_no_longer()}</p>;
  const said = data.pages.toReversed().flatMap(({ items }) => items.flatMap(saidIn));
  return (
    <section
      aria-label={m.conversation_merge_messages()}
      className="grid w-full grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line bg-subtle p-3"
    >
      {hasNextPage && (
        <Button variant="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="justify-self-center">
          {m.conversation_merge_older()}
        </Button>
      )}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {said.map(({ message, isNote }) => (
          <li key={message.id} className={`min-w-0 text-sm ${isNote ? "rounded-md border border-note-line bg-note-soft p-2" : ""}`}>
            <p className="mb-0.5 flex flex-wrap gap-x-2 text-xs text-muted">
              <bdi className="font-medium">{authorOf(message)}</bdi>
              <RelativeTime at={message.createdAt} />
              {isNote && <span>{m.conversation_merge_note()}</span>}
            </p>
            {message.erased_at === null ? (
              <>
                <Markdown text={message.content} />
                {/* Names are enough here, and their full list would be one more download with every conversation. */}
                {message.attachments.map(({ id, name }) => (
                  <a
                    key={id}
                    href={filePath(id)}
                    download={name}
                    dir="auto"
                    className="block w-fit max-w-full truncate text-accent-text underline"
                  >
                    {plain(name)}
                  </a>
                ))}
              </>
            ) : (
              <p className="italic">{m.conversation_merge_erased()}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
const saidIn = (event: ConversationEvent): { message: Message; isNote: boolean }[] =>
  event.kind === "message"
    ? [{ message: event.message, isNote: false }]
    : event.kind === "note"
      ? [{ message: event.note, isNote: true }]
      : [];
const authorOf = ({ authorRole, authorName }: Message): string =>
  authorRole === "visitor"
    ? m.conversation_merge_by_customer()
    : authorRole === "assistant"
      ? m.conversation_merge_by_assistant()
      : (authorName ?? m.conversation_merge_by_former());
