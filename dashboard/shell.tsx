// The frame around every screen: sidebar, main area, tab bar, overlays.
import { Outlet, useLocation, useRouter } from "@tanstack/react-router";
import { WifiOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { m } from "#messages";
import { navScreens } from "./registered-screens.ts";
import { openOverlay, Overlays } from "./overlays.tsx";
import { screenPath } from "./paths.ts";
import { useProjectId } from "./session.tsx";
import { useShortcut } from "./shortcuts.ts";
import { Sidebar } from "./sidebar.tsx";
import { TabBar } from "./tab-bar.tsx";
import { offlineNotice, useOnline } from "./online.ts";
import { useStore } from "./store.ts";
import { ConnectionNotice } from "./ui/connection-notice.tsx";

/** The signed-in application. */
export function Shell() {
  const projectId = useProjectId();
  const main = useRef<HTMLElement>(null);
  const online = useOnline();
  const says = useStore(offlineNotice);
  useFocusOnChange(main);
  return (
    <div className="flex h-full flex-col">
      <a
        href="#main"
        className="absolute start-2 top-2 z-50 -translate-y-16 rounded-sm bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
      >
        {m.dashboard_skip()}
      </a>
      <div className="grid min-h-0 flex-1 grid-cols-1 grid-rows-[minmax(0,1fr)_auto] lg:grid-cols-[auto_minmax(0,1fr)] lg:grid-rows-1">
        <Sidebar />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="relative isolate flex min-h-0 min-w-0 flex-col overflow-hidden bg-surface outline-none lg:my-2 lg:me-2 lg:rounded-lg lg:border lg:border-line lg:shadow-1"
        >
          <Outlet />
          <ConnectionNotice icon={WifiOff}>{!online && (says ?? m.dashboard_problem_offline())}</ConnectionNotice>
        </main>
        <TabBar />
      </div>
      {projectId !== undefined && <GoToKeys projectId={projectId} />}
      <GlobalKeys />
      <Overlays />
    </div>
  );
}

function GlobalKeys() {
  const group = m.dashboard_keys_everywhere();
  useShortcut("$mod+k", () => openOverlay("palette"), { label: m.dashboard_palette(), group, inInputs: true, hidden: true });
  useShortcut("?", () => openOverlay("help"), { label: m.dashboard_help_title(), group });
  return null;
}

function GoToKeys({ projectId }: { projectId: string }) {
  return (
    <>
      {navScreens().map((screen) => (
        <GoToKey key={screen.name} letter={screen.nav.key} label={screen.nav.label()} to={screenPath(screen, projectId)} />
      ))}
      <GoToKey letter="s" label={m.dashboard_settings()} to={`/projects/${projectId}/settings`} />
    </>
  );
}

function GoToKey({ letter, label, to }: { letter: string; label: string; to: string }) {
  const router = useRouter();
  useShortcut(`g ${letter.toLowerCase()}`, () => void router.navigate({ to }), {
    label: m.dashboard_go_to({ page: label }),
    group: m.dashboard_keys_go(),
    hidden: true,
  });
  return null;
}

/** Moves the focus to a new screen, so that a screen reader starts there; not on the first load, nor when only a part of it changes. */
function useFocusOnChange(main: React.RefObject<HTMLElement | null>): void {
  const place = useLocation({
    select: ({ pathname }) =>
      pathname
        .split("/")
        .slice(0, pathname.includes("/settings/") ? 5 : 4)
        .join("/"),
  });
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    const takeFocus = (): void => {
      const active = document.activeElement;
      if (active === document.body || active === null || !main.current?.contains(active)) main.current?.focus({ preventScroll: true });
    };
    takeFocus();
    // The focused element may be removed only when the new screen has loaded, which leaves the focus on the body.
    const timers = [50, 200, 600].map((after) => setTimeout(() => document.activeElement === document.body && takeFocus(), after));
    return () => timers.forEach(clearTimeout);
  }, [place, main]);
}
