// Dialog with the member's scheduled replies, each with the way to its conversation, where it can be changed or sent.
import { queryClient, reading, useRouteQuery } from "#dashboard/api.ts";
import { clockText } from "#dashboard/ui/dates.ts";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { contactName } from "#modules/contacts/views";
import { type Status, threadPath, type View } from "#modules/conversations/contract";
import { listScheduledReplies } from "#modules/undo-send/contract";
import { Link } from "@tanstack/react-router";
import { CalendarClock } from "lucide-react";
import { useEffect, useEffectEvent } from "react";

const VIEW_OF: Record<Status, View> = { open: "all", snoozed: "snoozed", closed: "closed" };

export default function ScheduledReplies({ projectId, onClose }: { readonly projectId: string; onClose(): void }) {
  const params = { projectId } as never;
  const { data, error, refetch } = useRouteQuery(listScheduledReplies, { params });
  // What is scheduled when it is opened the next time is not what is now.
  const forget = useEffectEvent(() => queryClient.removeQueries({ queryKey: reading(listScheduledReplies, { params }).queryKey }));
  useEffect(() => () => forget(), []);
  return (
    <Dialog open onClose={onClose} title={m.conversations_scheduled_all()} body={m.conversations_scheduled_all_body()}>
      {!data ? (
        error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-16 w-full" />
        )
      ) : data.items.length === 0 ? (
        <EmptyState icon={CalendarClock} title={m.conversations_scheduled_none()} body={m.conversations_scheduled_none_hint()} />
      ) : (
        <ul className="-mx-2 grid max-h-96 grid-cols-[minmax(0,1fr)] overflow-y-auto">
          {data.items.map(({ conversation, content, files, sendAt }) => (
            <li key={conversation.id}>
              <Link
                to={threadPath(projectId, conversation.id, VIEW_OF[conversation.status])}
                onClick={onClose}
                className="grid grid-cols-[minmax(0,1fr)] gap-0.5 rounded-sm px-2 py-2 text-start hover:bg-hover"
              >
                <span className="flex items-baseline gap-2">
                  <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
                    {contactName(conversation.contact)}
                  </span>
                  <span className="shrink-0 text-xs text-muted">{clockText(sendAt)}</span>
                </span>
                <span dir="auto" className="truncate text-muted">
                  {content || m.conversations_scheduled_files({ count: files })}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
