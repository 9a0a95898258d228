// Lists a project's contacts, searchable by the words of name and address and by the beginning of the identifier.
import { Avatar } from "#dashboard/ui/avatar.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Checkbox } from "#dashboard/ui/field.tsx";
import { SearchInput } from "#dashboard/ui/search-input.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { useProject } from "#dashboard/session.tsx";
import { useDebounced } from "#dashboard/ui/use-debounced.ts";
import { m } from "#messages";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Search, Users } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type Contact, contactPath } from "../contract.ts";
import { contactName } from "./contact-name.ts";
import { contactsQuery } from "./queries.ts";
import { StateChip } from "./state-chip.tsx";

export default function ContactsScreen() {
  const { project } = useProject();
  const [typed, setTyped] = useState("");
  const [hidden, setHidden] = useState(false);
  const q = useDebounced(typed.trim(), 200);
  const list = useInfiniteQuery({ ...contactsQuery(project.id, q, hidden), placeholderData: keepPreviousData });
  const contacts = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page title={m.contacts_title()} width="wide">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <SearchInput label={m.contacts_search()} value={typed} onType={setTyped} />
        <Checkbox checked={hidden} onChange={setHidden} label={m.contacts_show_hidden()} />
      </div>
      {list.error && !list.data ? (
        <ProblemState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <TableSkeleton />
      ) : contacts.length === 0 && !list.hasNextPage ? (
        q ? (
          <EmptyState
            icon={Search}
            title={m.contacts_none_found({ q })}
            body={m.contacts_none_found_body()}
            action={<Button onClick={() => setTyped("")}>{m.contacts_clear_search()}</Button>}
          />
        ) : (
          <EmptyState icon={Users} title={m.contacts_none()} body={m.contacts_none_body()} />
        )
      ) : (
        <>
          <ContactTable projectId={project.id} contacts={contacts} />
          {list.hasNextPage && <More busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />}
        </>
      )}
    </Page>
  );
}

function ContactTable({ projectId, contacts }: { projectId: string; contacts: readonly Contact[] }) {
  return (
    <table className="w-full table-fixed border-separate [border-spacing:0]">
      <caption className="sr-only">{m.contacts_title()}</caption>
      <thead>
        <tr className="text-start text-xs text-muted">
          <Head>{m.contacts_name()}</Head>
          <Head className="hidden sm:table-cell">{m.contacts_email()}</Head>
          <Head className="w-30">{m.contacts_last_seen()}</Head>
        </tr>
      </thead>
      <tbody>
        {contacts.map((contact) => (
          <tr key={contact.id} className="group relative h-11 hover:bg-hover has-focus-visible:bg-hover">
            <td className="truncate border-b border-line px-2">
              <Link
                to={contactPath(projectId, contact.id)}
                preload="intent"
                className="flex items-center gap-2.5 font-medium after:absolute after:inset-0"
              >
                <Avatar id={contact.id} name={contactName(contact)} size={24} />
                <span dir="auto" className="truncate">
                  {contactName(contact)}
                </span>
                <StateChip state={contact.state} />
              </Link>
            </td>
            <td className="hidden truncate border-b border-line px-2 text-muted sm:table-cell">
              <span dir="auto">{contact.email ?? "–"}</span>
              {contact.email && !contact.emailVerified && <span className="ms-1.5 text-2xs text-warn-text">{m.contacts_unverified()}</span>}
            </td>
            <td className="truncate border-b border-line px-2 text-muted tabular-nums">
              {contact.lastSeenAt ? <RelativeTime at={contact.lastSeenAt} /> : "–"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Head = ({ className = "", children }: { className?: string; children: string }) => (
  <th scope="col" className={`sticky top-0 h-8 border-b border-line bg-surface px-2 text-start font-medium ${className}`}>
    {children}
  </th>
);

/** Loads the next page when it comes near; the button is for people who do not scroll. */
function More({ busy, onMore }: { busy: boolean; onMore(): void }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current || busy) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), { rootMargin: "400px" });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [busy, onMore]);
  return (
    <div ref={end} className="grid place-items-center p-4">
      <Button onClick={onMore} busy={busy}>
        {m.contacts_more()}
      </Button>
    </div>
  );
}

function TableSkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-5 pt-10">
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className="flex items-center gap-2.5">
            <Bar className="size-6 rounded-full!" />
            <Bar className="h-3 w-40" />
            <Bar className="ms-auto h-3 w-24" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
