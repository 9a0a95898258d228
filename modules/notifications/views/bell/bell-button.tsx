// The bell: in the sidebar, and on narrow screens in the header of the inbox. Its list is loaded when it is first opened.
import { preloadable } from "#dashboard/preloadable.ts";
import { useShortcut } from "#dashboard/shortcuts.ts";
import { useStore } from "#dashboard/store.ts";
import { STROKE } from "#dashboard/ui/icon.ts";
import { Tooltip } from "#dashboard/ui/tooltip.tsx";
import { m } from "#messages";
import { Bell } from "lucide-react";
import { lazy, Suspense } from "react";
import { bellOpen, useBell } from "./open.ts";

const Panel = preloadable(() => import("./bell-panel.tsx"));
const Effects = lazy(() => import("./bell-effects.tsx"));
const KEYS = "g n";
const toggle = (): void => bellOpen.set((open) => !open);
const countText = (unread: number): string => (unread > 99 ? "99+" : String(unread));

export function SidebarBell({ projectId }: { projectId: string }) {
  const bell = useBell(projectId);
  const unread = bell?.unread ?? 0;
  const open = useStore(bellOpen);
  useShortcut(KEYS, toggle, { label: m.notifications_bell_open(), group: m.dashboard_keys_go() });
  return (
    <>
      <Tooltip label={m.notifications_bell()} shortcut={KEYS} side="right">
        <button
          type="button"
          data-bell
          aria-haspopup="dialog"
          aria-expanded={open}
          onPointerEnter={Panel.preload}
          onFocus={Panel.preload}
          onClick={toggle}
          className="relative flex h-8 items-center justify-center gap-2 rounded-sm px-2 text-muted hover:bg-hover hover:text-text aria-expanded:bg-hover xl:justify-start"
        >
          <Bell className="size-4 shrink-0" strokeWidth={STROKE} aria-hidden />
          <span className="flex-1 truncate text-start max-xl:sr-only">{m.notifications_bell()}</span>
          {unread > 0 && <span className="sr-only">{m.dashboard_unread({ count: unread })}</span>}
          {unread > 0 && (
            <span
              aria-hidden
              className="rounded-full bg-accent px-1.5 text-2xs font-semibold text-on-accent tabular-nums max-xl:absolute max-xl:-end-1 max-xl:-top-1 max-xl:px-1"
            >
              {countText(unread)}
            </span>
          )}
        </button>
      </Tooltip>
      <Suspense>
        {open && <Panel projectId={projectId} />}
        {bell && <Effects projectId={projectId} bell={bell} />}
      </Suspense>
    </>
  );
}

export function InboxBell({ projectId }: { projectId: string }) {
  const unread = useBell(projectId)?.unread ?? 0;
  const open = useStore(bellOpen);
  return (
    <button
      type="button"
      data-bell
      aria-label={unread === 0 ? m.notifications_bell() : m.notifications_bell_unread({ count: countText(unread) })}
      aria-haspopup="dialog"
      aria-expanded={open}
      onFocus={Panel.preload}
      onClick={toggle}
      className="relative grid size-7 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text aria-expanded:bg-hover lg:hidden pointer-coarse:size-11"
    >
      <Bell className="size-4" strokeWidth={STROKE} aria-hidden />
      {unread > 0 && (
        <span aria-hidden className="absolute end-0 top-0 rounded-full bg-accent px-1 text-2xs font-semibold text-on-accent tabular-nums">
          {countText(unread)}
        </span>
      )}
    </button>
  );
}
