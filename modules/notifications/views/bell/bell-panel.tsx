// The open bell: beside its button, or on a phone as a sheet. Arrow keys move through the entries, Enter opens one.
import { call, queryClient } from "#dashboard/api.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { messageOf, ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { NARROW, useMedia } from "#dashboard/ui/use-media.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { contactName } from "#modules/contacts/views";
import { threadPath } from "#modules/conversations/contract";
import { Popover as Base } from "@base-ui/react/popover";
import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { BellOff, CheckCheck, Settings } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import {
  type BellEntry,
  type BellNotice,
  type BellState,
  listBell,
  markBell,
  markBellEntry,
  markBellNotice,
  notificationsPath,
  readBell,
} from "../../contract.ts";
import { SENTENCES } from "./sentences.ts";
import { bellOpen, bellQuery, useBell } from "./open.ts";

type Page = AnswerOf<typeof listBell>;
// Begins with the name of the route that the server announces, so that the list is read again with the count.
const listKey = (projectId: string) => [readBell.name, "list", projectId];
const close = (): void => bellOpen.set(false);
/** The bell's button that is on the screen. */
const button = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>("[data-bell]")].find((one) => one.offsetParent !== null) ?? null;

export default function BellPanel({ projectId }: { projectId: string }) {
  const anchor = useRef<HTMLElement | null>(null);
  if (anchor.current === null) anchor.current = button();
  if (useMedia(NARROW))
    return (
      <Dialog open onClose={close} title={m.notifications_bell()}>
        <Content projectId={projectId} />
      </Dialog>
    );
  return (
    <Base.Root open onOpenChange={(open) => !open && close()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} sideOffset={6} side="right" align="start" className="z-40 outline-none">
          <Base.Popup finalFocus={anchor} className="popup w-100 max-w-[calc(100vw-16px)]! p-0!">
            <Base.Title className="px-4 pt-3 text-md font-semibold">{m.notifications_bell()}</Base.Title>
            <div className="px-2 pb-2">
              <Content projectId={projectId} />
            </div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Content({ projectId }: { projectId: string }) {
  const router = useRouter();
  const unread = useBell(projectId)?.unread ?? 0;
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: listKey(projectId),
    queryFn: ({ pageParam, signal }) =>
      call(listBell, { params: { projectId }, query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.next ?? undefined,
    staleTime: 0,
  });
  const items = (data?.pages ?? []).flatMap((page) => [...page.items, ...page.notices].toSorted((a, b) => (a.at < b.at ? 1 : -1)));
  // Pages may be empty with more to come: what may not be shown any more is left out of them.
  const further = hasNextPage && items.length === 0 && !isFetchingNextPage;
  useEffect(() => {
    if (further) void fetchNextPage();
  }, [further, fetchNextPage]);
  const settings = (): void => {
    close();
    void router.navigate({ to: notificationsPath(projectId) });
  };
  return (
    <>
      <div className="flex items-center gap-1 border-b border-line px-2 pb-2">
        <p role="status" className="flex-1 text-xs text-muted">
          {unread === 0 ? m.notifications_bell_all_read() : m.notifications_bell_count({ count: unread > 99 ? "99+" : String(unread) })}
        </p>
        <Button size="sm" variant="ghost" icon={CheckCheck} disabled={unread === 0} onClick={() => void markAll(projectId)}>
          {m.notifications_bell_mark_all()}
        </Button>
        <IconButton label={m.notifications_bell_settings()} icon={Settings} onClick={settings} />
      </div>
      {error && !data ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : isPending || (items.length === 0 && hasNextPage) ? (
        <div className="grid gap-3 p-3" aria-busy>
          {[1, 2, 3, 4].map((n) => (
            <Skeleton key={n} className="h-11" />
          ))}
        </div>
      ) : items.length === 0 ? (
        <EmptyState icon={BellOff} title={m.notifications_bell_empty()} body={m.notifications_bell_empty_body()} />
      ) : (
        <ul className="grid max-h-[min(60dvh,32rem)] overflow-y-auto pt-1" onKeyDown={moveBetween}>
          {items.map((entry) =>
            "subjectId" in entry ? (
              <Notice key={`${entry.subjectId} ${entry.event}`} projectId={projectId} notice={entry} />
            ) : (
              <Entry key={`${entry.conversationId} ${entry.event}`} projectId={projectId} entry={entry} />
            ),
          )}
          {hasNextPage && (
            <li className="grid p-2">
              <Button size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {m.notifications_bell_more()}
              </Button>
            </li>
          )}
        </ul>
      )}
    </>
  );
}

/** Up, Down, Home and End move between the entries. */
function moveBetween(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("a, button")];
  const here = all.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  all[Math.max(0, Math.min(to, all.length - 1))]?.focus();
}

function Entry({ projectId, entry }: { projectId: string; entry: BellEntry }) {
  const { conversationId, event, revision, at, unread, excerpt, contact, title } = entry;
  const name = contactName(contact);
  const open = (): void => {
    close();
    if (unread) void markEntry(projectId, conversationId);
  };
  return (
    <Line
      {...{ at, unread, excerpt }}
      to={threadPath(projectId, conversationId)}
      hash={`r${revision}`}
      sentence={title === undefined ? SENTENCES[event]({ name }) : m.notifications_bell_rule_named({ rule: title, name })}
      onOpen={open}
    />
  );
}
function Notice({ projectId, notice }: { projectId: string; notice: BellNotice }) {
  const { path, sentence, at, unread } = notice;
  const [to = "", hash = ""] = path.split("#");
  const open = (): void => {
    close();
    if (unread) void markNotice(projectId, notice);
  };
  return <Line {...{ to, hash, sentence, at, unread }} excerpt={null} onOpen={open} />;
}
interface LineProps extends Pick<BellEntry, "at" | "unread" | "excerpt"> {
  readonly to: string;
  readonly hash: string;
  readonly sentence: string;
  readonly onOpen: () => void;
}
const Line = ({ to, hash, sentence, at, unread, excerpt, onOpen }: LineProps) => (
  <li>
    <Link
      to={to}
      hash={hash}
      preload={false}
      onClick={onOpen}
      className="flex gap-2 rounded-sm px-2 py-2 text-start -outline-offset-2 hover:bg-hover"
    >
      <span className={`mt-1.5 size-2 shrink-0 rounded-full ${unread ? "bg-accent" : ""}`}>
        {unread && <span className="sr-only">{m.notifications_bell_is_unread()}</span>}
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className={`wrap-anywhere line-clamp-2 ${unread ? "font-semibold" : "text-muted"}`}>{sentence}</span>
        {excerpt !== null && (
          <span dir="auto" className="truncate text-muted">
            {excerpt}
          </span>
        )}
        <span className="text-xs text-faint">
          <RelativeTime at={at} />
        </span>
      </span>
    </Link>
  </li>
);

type List = InfiniteData<Page, string | undefined>;
/** Shows a change of the bell at once, and answers how to undo that. */
function show(projectId: string, isRead: (entry: BellEntry | BellNotice) => boolean): () => void {
  const stateKey = bellQuery(projectId).queryKey;
  const [state, list] = [queryClient.getQueryData<BellState>(stateKey), queryClient.getQueryData<List>(listKey(projectId))];
  let count = 0;
  const read = <E extends BellEntry | BellNotice>(entry: E): E => {
    if (!entry.unread || !isRead(entry)) return entry;
    count += 1;
    return { ...entry, unread: false };
  };
  const pages = list?.pages.map((page) => ({ ...page, items: page.items.map(read), notices: page.notices.map(read) }));
  if (list && pages) queryClient.setQueryData<List>(listKey(projectId), { ...list, pages });
  // Above 99 it is not known how many remain.
  if (state && state.unread < 100) queryClient.setQueryData<BellState>(stateKey, { ...state, unread: Math.max(0, state.unread - count) });
  return () => {
    queryClient.setQueryData(stateKey, state);
    queryClient.setQueryData(listKey(projectId), list);
  };
}
const take = (projectId: string, state: BellState): void => {
  queryClient.setQueryData(bellQuery(projectId).queryKey, state);
  void queryClient.invalidateQueries({ queryKey: listKey(projectId) });
};

async function markAll(projectId: string): Promise<void> {
  const key = bellQuery(projectId).queryKey;
  const was = queryClient.getQueryData<BellState>(key);
  if (!was) return;
  const undo = show(projectId, () => true);
  queryClient.setQueryData<BellState>(key, { ...was, unread: 0 });
  const params = { projectId };
  try {
    take(projectId, await call(markBell, { params, body: { readUntil: was.newestAt } }));
    const back = async (): Promise<void> => {
      undo();
      try {
        take(projectId, await call(markBell, { params, body: { readUntil: was.readUntil } }));
      } catch (cause) {
        toast({ tone: "bad", title: m.notifications_bell_failed(), body: messageOf(cause) });
      }
    };
    toast({ tone: "ok", title: m.notifications_bell_marked(), undo: () => void back() });
  } catch (cause) {
    undo();
    toast({ tone: "bad", title: m.notifications_bell_failed(), body: messageOf(cause) });
  }
}

async function markEntry(projectId: string, conversationId: BellEntry["conversationId"]): Promise<void> {
  const undo = show(projectId, (entry) => "conversationId" in entry && entry.conversationId === conversationId);
  try {
    take(projectId, await call(markBellEntry, { params: { projectId, conversationId }, body: { read: true } }));
  } catch {
    // The conversation itself is what counts; the entry is unread again.
    undo();
  }
}
async function markNotice(projectId: string, { event, subjectId }: BellNotice): Promise<void> {
  const undo = show(projectId, (entry) => "subjectId" in entry && entry.subjectId === subjectId);
  try {
    take(projectId, await call(markBellNotice, { params: { projectId }, body: { event, subjectId, read: true } }));
  } catch {
    // The page itself is what counts; the notice is unread again.
    undo();
  }
}
