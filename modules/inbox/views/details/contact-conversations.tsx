// Lists the conversations of a contact: next to a thread the earlier ones, on the contact's page all.
import { useMe, useProject } from "#dashboard/session.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { type Status, threadPath, type View } from "#modules/conversations/contract";
import { listQuery } from "#modules/live-inbox/views";
import { previewText } from "../preview.ts";

const VIEW_OF: Record<Status, View> = { open: "all", snoozed: "snoozed", closed: "closed" };
const STATUS: Record<Status, () => string> = {
  open: m.conversations_status_open,
  snoozed: m.conversations_view_snoozed,
  closed: m.conversations_view_closed,
};

export default function ContactConversations({ projectId, contact }: { projectId: string; contact: { id: string } }) {
  const { conversationId: except } = useParams({ strict: false }) as { conversationId?: string };
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    listQuery(projectId, { view: "all", contactId: contact.id }),
  );
  const viewer = { me: useMe().id, members: useProject().members };
  const rows = data?.pages.flatMap((page) => page.items).filter((row) => row.id !== except) ?? [];
  if (error && !data) return null;
  return (
    <section className="border-t border-line pt-3">
      <h2 className="mb-1.5 text-xs font-semibold text-muted">{except ? m.conversations_other() : m.conversations_of_contact()}</h2>
      {!data ? (
        <Skeleton className="h-8 w-full" />
      ) : rows.length === 0 ? (
        <p className="text-muted">{except ? m.conversations_no_other() : m.conversations_none_of_contact()}</p>
      ) : (
        <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)]">
          {rows.map((row) => (
            <li key={row.id}>
              <Link to={threadPath(projectId, row.id, VIEW_OF[row.status])} className="block rounded-sm px-2 py-1.5 hover:bg-hover">
                <span dir="auto" className="block truncate">
                  {previewText(row, viewer)}
                </span>
                <span className="block text-2xs text-muted">
                  {STATUS[row.status]()} · <RelativeTime at={row.lastActivityAt} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <button
          type="button"
          onClick={() => void fetchNextPage()}
          aria-busy={isFetchingNextPage}
          className="min-h-7 text-xs text-accent-text hover:underline"
        >
          {m.conversations_more()}
        </button>
      )}
    </section>
  );
}
