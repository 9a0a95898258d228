// Navigation at the bottom edge, below 1024 px.
import { Link, useLocation } from "@tanstack/react-router";
import { FolderKanban, Settings } from "lucide-react";
import { m } from "#messages";
import { useChrome } from "./chrome.ts";
import { navScreens, TABS } from "./registered-screens.ts";
import { isAt, screenPath } from "./paths.ts";
import type { Screen } from "./screen.ts";
import { useProjectId } from "./session.tsx";
import { type Icon, STROKE } from "./ui/icon.ts";

/** At most five tabs: the first three screens, settings, projects. The other screens are listed with the settings. */
export function TabBar() {
  const { tabs } = useChrome();
  const projectId = useProjectId();
  const pathname = useLocation({ select: (location) => location.pathname });
  if (!tabs) return null;
  return (
    <nav aria-label={m.dashboard_tabs()} className="flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden">
      {projectId !== undefined && (
        <>
          {navScreens()
            .slice(0, TABS)
            .map((screen) => (
              <ScreenTab key={screen.name} screen={screen} projectId={projectId} pathname={pathname} />
            ))}
          <Tab
            to={`/projects/${projectId}/settings`}
            label={m.dashboard_settings()}
            icon={Settings}
            here={pathname.startsWith(`/projects/${projectId}/settings`)}
            badge={0}
          />
        </>
      )}
      <Tab to="/projects" label={m.dashboard_projects()} icon={FolderKanban} here={pathname === "/projects"} badge={0} />
      {projectId === undefined && (
        <Tab to="/account/profile" label={m.dashboard_account()} icon={Settings} here={pathname.startsWith("/account")} badge={0} />
      )}
    </nav>
  );
}

type NavScreen = Screen & { readonly nav: NonNullable<Screen["nav"]> };
// The current tab is decided here; without `exact` the router would mark every prefix of the address too.
const EXACT = { exact: true };
const none = (): number => 0;

function ScreenTab({ screen, projectId, pathname }: { screen: NavScreen; projectId: string; pathname: string }) {
  const useBadge = screen.nav.useBadge ?? none;
  return (
    <Tab
      to={screenPath(screen, projectId)}
      label={screen.nav.label()}
      icon={screen.nav.icon}
      here={isAt(screen, projectId, pathname)}
      badge={useBadge(projectId)}
    />
  );
}

function Tab({ to, label, icon: Glyph, here, badge }: { to: string; label: string; icon: Icon; here: boolean; badge: number }) {
  return (
    <Link
      to={to}
      activeOptions={EXACT}
      aria-current={here ? "page" : undefined}
      className="relative grid min-h-13 flex-1 place-items-center content-center gap-0.5 text-2xs text-muted -outline-offset-2 aria-[current=page]:font-medium aria-[current=page]:text-accent-text"
    >
      <span className="relative">
        <Glyph className="size-5" strokeWidth={STROKE} aria-hidden />
        {badge > 0 && <span className="absolute -end-1 -top-0.5 size-2 rounded-full bg-accent" aria-hidden />}
      </span>
      {label}
      {badge > 0 && <span className="sr-only">{m.dashboard_unread({ count: badge })}</span>}
    </Link>
  );
}
