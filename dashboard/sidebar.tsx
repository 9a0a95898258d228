// The sidebar: project, search, navigation, account.
import { Link, useLocation } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Search, Settings } from "lucide-react";
import { Suspense } from "react";
import { m } from "#messages";
import { navScreens } from "./registered-screens.ts";
import { openOverlay } from "./overlays.tsx";
import { isAt, screenPath } from "./paths.ts";
import { PersonMenu, ProjectMenu } from "./menus.tsx";
import { nav as navSlot, type Screen, sidebarTop, Slot } from "./screen.ts";
import { useProjectId } from "./session.tsx";
import { type Icon, STROKE } from "./ui/icon.ts";
import { Kbd } from "./ui/kbd.tsx";
import { Tooltip } from "./ui/tooltip.tsx";

/** 220 px wide with labels, 56 px with icons only between 1024 and 1279, absent below. */
export function Sidebar() {
  const projectId = useProjectId();
  return (
    <aside aria-label={m.dashboard_primary()} className="hidden w-14 flex-col gap-2 p-2 lg:flex xl:w-55">
      <ProjectMenu />
      <button
        type="button"
        onClick={() => openOverlay("palette")}
        className="flex h-8 items-center justify-center gap-2 rounded-sm border border-line-strong bg-surface px-2 text-muted shadow-1 hover:text-text xl:justify-start"
      >
        <Search className="size-4 shrink-0" strokeWidth={STROKE} aria-hidden />
        <span className="flex-1 text-start max-xl:sr-only">{m.dashboard_search()}</span>
        <Kbd keys="$mod+k" className="hidden xl:inline" />
      </button>
      {projectId !== undefined && (
        <div className="grid min-h-8">
          <Suspense>
            <Slot of={sidebarTop} projectId={projectId} />
          </Suspense>
        </div>
      )}
      {projectId !== undefined && (
        <nav aria-label={m.dashboard_primary()} className="flex flex-col gap-px">
          {navScreens().map((screen) => (
            <ScreenLink key={screen.name} screen={screen} projectId={projectId} />
          ))}
          <SettingsLink projectId={projectId} />
          <Slot of={navSlot} projectId={projectId} />
        </nav>
      )}
      <div className="flex-1" />
      <PersonMenu />
    </aside>
  );
}

type NavScreen = Screen & { readonly nav: NonNullable<Screen["nav"]> };
const none = (): number => 0;

function ScreenLink({ screen, projectId }: { screen: NavScreen; projectId: string }) {
  const here = useLocation({ select: ({ pathname }) => isAt(screen, projectId, pathname) });
  const useBadge = screen.nav.useBadge ?? none;
  return (
    <NavLink
      to={screenPath(screen, projectId)}
      label={screen.nav.label()}
      icon={screen.nav.icon}
      here={here}
      badge={useBadge(projectId)}
      keys={`g ${screen.nav.key.toLowerCase()}`}
    />
  );
}

function SettingsLink({ projectId }: { projectId: string }) {
  const to = `/projects/${projectId}/settings`;
  const here = useLocation({ select: ({ pathname }) => pathname.startsWith(to) });
  return <NavLink to={to} label={m.dashboard_settings()} icon={Settings} here={here} badge={0} keys="g s" />;
}

interface NavLinkProps {
  readonly to: string;
  readonly label: string;
  readonly icon: Icon;
  readonly here: boolean;
  readonly badge: number;
  readonly keys: string;
}

function NavLink({ to, label, icon: Glyph, here, badge, keys }: NavLinkProps) {
  return (
    <Tooltip label={label} shortcut={keys} side="right">
      <Link
        to={to}
        aria-current={here ? "page" : undefined}
        className={clsx(
          "relative flex h-8 items-center justify-center gap-2 rounded-sm px-2 xl:justify-start",
          here ? "bg-active font-medium text-text" : "text-muted hover:bg-hover hover:text-text",
        )}
      >
        <Glyph className="size-4 shrink-0" strokeWidth={STROKE} aria-hidden />
        <span className="flex-1 truncate max-xl:sr-only">{label}</span>
        {badge > 0 && (
          <>
            <span className="hidden text-xs text-muted tabular-nums xl:inline" aria-hidden>
              {badge > 99 ? "99+" : badge}
            </span>
            <span className="absolute end-1 top-1 size-2 rounded-full bg-accent xl:hidden" aria-hidden />
            <span className="sr-only">{m.dashboard_unread({ count: badge })}</span>
          </>
        )}
      </Link>
    </Tooltip>
  );
}
