// The inbox: list, thread and details side by side; on a phone each on a page of its own.
import { queryClient } from "#dashboard/api.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { useShellChrome } from "#dashboard/chrome.ts";
import { dropKeys } from "#dashboard/key-queue.ts";
import { latePart } from "#dashboard/late-part.ts";
import { preloadable } from "#dashboard/preloadable.ts";
import { shortcutsOf } from "#dashboard/screen.ts";
import { whenIdle } from "#dashboard/when-idle.ts";
import { useListedShortcuts, useShortcut } from "#dashboard/shortcuts.ts";
import { useTitle } from "#dashboard/title.ts";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { m } from "#messages";
import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { MessagesSquare } from "lucide-react";
import { type FocusEvent, type ReactNode, Suspense, useCallback, useDeferredValue, useEffect, useRef, useState } from "react";
import { inboxPath, threadPath } from "#modules/conversations/contract";
import { ConnectionBanner } from "./connection-banner.tsx";
import { AccessEnded } from "./access-ended.tsx";
import { InboxList } from "./list/inbox-list.tsx";
import { ResizeHandle } from "./list/resize-handle.tsx";
import { useHeld } from "./details/use-held.ts";
import { listQuery, useLive, useUnread } from "#modules/live-inbox/views";
import { conversationControl } from "./slots.ts";
import { threadShortcuts } from "./thread-shortcuts.ts";
import { ThreadSkeleton } from "./thread/thread-skeleton.tsx";
import { useMedia, VERY_WIDE, WIDE } from "#dashboard/ui/use-media.ts";
import { LIST_WIDTH, useStored } from "./use-stored.ts";

const Thread = preloadable(() => import("./thread/thread.tsx"));
const HiddenList = latePart(() => import("./list/hidden-list.tsx"));
const ScheduledReplies = latePart(() => import("./actions/scheduled-dialog.tsx"));
const Details = preloadable(() => import("./details/details.tsx"));

/** Reads the first page of a list before the inbox is drawn. */
export const prefetchList = ({ projectId, view }: { readonly projectId: string; readonly view: string }): Promise<void> =>
  queryClient.prefetchInfiniteQuery(listQuery(projectId, { view }));

export default function InboxScreen() {
  const { project } = useProject();
  const me = useMe().id;
  const navigate = useNavigate();
  const { view: viewName, conversationId } = useParams({ strict: false }) as { view?: string; conversationId?: string };
  // On phones the details have a page and an address of their own.
  const detailsPage = useLocation({ select: (location) => location.pathname.endsWith("/details") });
  const view = viewName ?? "all";
  const wide = useMedia(WIDE);
  const veryWide = useMedia(VERY_WIDE);
  const [width, setWidth] = useStored(LIST_WIDTH.key, LIST_WIDTH.start);
  const [beside, setBeside] = useStored("inbox.details", true);
  const [listShown, setListShown] = useStored("inbox.list-shown", true);
  const ended = useLive(project.id, me, (state) => (state.status.kind === "ended" ? state.status.reason : undefined));
  const unread = useUnread(project.id);
  useTitle(m.conversations_title(), unread);
  useShellChrome({ tabs: conversationId === undefined });

  const go = useCallback((to: string, replace = false) => void navigate({ to, replace }), [navigate]);
  const toList = (): void => go(inboxPath(project.id, view));
  const [over, setOver] = useState(detailsPage);
  const { held, release, onFocus } = useHeld(conversationId, veryWide ? 2 : wide ? 1 : 0, veryWide ? beside : wide ? over : detailsPage);
  const detailsOpen = conversationId !== undefined && (held || (veryWide ? beside : wide ? over : detailsPage));
  function toggleDetails(): void {
    if (!conversationId) return;
    if (held) return release();
    if (veryWide) return setBeside(!beside);
    if (wide) return setOver(!over);
    go(threadPath(project.id, conversationId, view) + (detailsPage ? "" : "/details"), detailsPage);
  }
  const group = m.conversations_title();
  useShortcut("[", () => setListShown(!listShown), { label: m.conversations_key_list(), group });
  useShortcut("]", toggleDetails, { label: m.conversations_key_details(), group });
  useShortcut("Escape", () => (detailsOpen && !veryWide ? toggleDetails() : conversationId && toList()), {
    label: m.conversations_key_back(),
    group,
  });

  const [scheduled, setScheduled] = useState(false);
  // Here, so that its keys work as soon as the inbox is drawn.
  useShortcut("g d", () => setScheduled(true), { label: m.conversations_scheduled_all(), group });
  useListedShortcuts([...Object.values(threadShortcuts), ...shortcutsOf(conversationControl)]);

  // The code of the thread is fetched when the list has been painted, that of the details when nothing else is left to do.
  useEffect(() => {
    const painted = requestAnimationFrame(() => setTimeout(Thread.preload));
    whenIdle(Details.preload);
    return () => {
      cancelAnimationFrame(painted);
      dropKeys();
    };
  }, []);

  if (ended) return <AccessEnded reason={ended} />;
  const showList = wide ? listShown || !conversationId : !conversationId;
  return (
    <div className="relative flex h-full min-h-0 flex-col">
      <ConnectionBanner projectId={project.id} me={me} />
      <div className="relative flex min-h-0 flex-1">
        {showList && (
          <div style={wide ? { width } : undefined} className="h-full min-h-0 shrink-0 max-lg:w-full">
            <InboxList
              projectId={project.id}
              me={me}
              view={view}
              selectedId={conversationId}
              pathTo={(id) => threadPath(project.id, id, view)}
              replace={wide && conversationId !== undefined}
            />
          </div>
        )}
        {!showList && conversationId && (
          <HiddenList projectId={project.id} view={view} selectedId={conversationId} pathTo={(id) => threadPath(project.id, id, view)} />
        )}
        {showList && wide && <ResizeHandle value={width} onChange={setWidth} />}
        {conversationId && (wide || !detailsOpen) ? (
          <div className="h-full min-h-0 min-w-0 flex-1">
            <Suspense fallback={<ThreadSkeleton onBack={toList} />}>
              <Thread
                projectId={project.id}
                me={me}
                conversationId={conversationId}
                detailsOpen={detailsOpen}
                onDetails={toggleDetails}
                onBack={toList}
              />
            </Suspense>
          </div>
        ) : (
          wide && (
            <div className="flex h-full flex-1">
              <EmptyState icon={MessagesSquare} title={m.conversations_pick()} body={m.conversations_pick_body()} />
            </div>
          )
        )}
        {detailsOpen && conversationId && (
          <SidePane over={wide && !veryWide} onFocus={onFocus} onClose={toggleDetails}>
            <Suspense>
              <LaterDetails projectId={project.id} me={me} conversationId={conversationId} onClose={toggleDetails} />
            </Suspense>
          </SidePane>
        )}
      </div>
      {scheduled && <ScheduledReplies projectId={project.id} onClose={() => setScheduled(false)} />}
    </div>
  );
}

/** The details follow a moment after the thread, for which who opened it waits. */
function LaterDetails({ conversationId, onClose, ...rest }: Parameters<typeof Details>[0]) {
  const later = useDeferredValue<string | undefined>(conversationId, undefined);
  const latest = useRef(onClose);
  useEffect(() => void (latest.current = onClose));
  // The same function, or they would be drawn again with the thread.
  const close = useCallback(() => latest.current(), []);
  return later === undefined ? null : <Details {...rest} onClose={close} conversationId={later} />;
}

interface PaneProps {
  readonly over: boolean;
  onFocus(event: FocusEvent): void;
  onClose(): void;
  readonly children: ReactNode;
}
/** Next to the thread, over it, or in its place. */
function SidePane({ over, onFocus, onClose, children }: PaneProps) {
  useEffect(() => {
    if (!over) return;
    const outside = (event: PointerEvent): void => {
      if (event.target instanceof Element && !event.target.closest("[data-side-pane], [data-thread] header, [role=menu], [role=dialog]"))
        onClose();
    };
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, [over, onClose]);
  return (
    <div
      data-side-pane
      onFocus={onFocus}
      className={
        over
          ? "absolute inset-y-0 end-0 z-20 w-80 border-s border-line bg-surface shadow-3"
          : "h-full min-h-0 shrink-0 border-line max-lg:w-full lg:w-75 lg:border-s"
      }
    >
      {children}
    </div>
  );
}
