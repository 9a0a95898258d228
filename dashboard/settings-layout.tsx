// Layout of settings: a navigation beside the open page; on narrow screens first the list, then the page with a way back.
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { clsx } from "clsx";
import { ArrowLeft, ChevronRight } from "lucide-react";
import { Suspense } from "react";
import { m } from "#messages";
import { navScreens, settingsScreens, TABS } from "./registered-screens.ts";
import { isAt, screenPath } from "./paths.ts";
import { type Screen, settingsPage, settingsTop, Slot } from "./screen.ts";
import { useIsFirstOwner, useProjectId } from "./session.tsx";
import { useTitle } from "./title.ts";
import { STROKE } from "./ui/icon.ts";

export const ProjectSettings = () => <SettingsLayout scope="project" />;
export const AccountSettings = () => <SettingsLayout scope="account" />;

function SettingsLayout({ scope }: { scope: Screen["scope"] }) {
  const projectId = useProjectId();
  const home = scope === "project" ? `/projects/${projectId}/settings` : "/account";
  const pathname = useLocation({ select: (location) => location.pathname });
  const listed = pathname.replace(/\/$/, "") === home;
  const title = scope === "project" ? m.dashboard_settings() : m.dashboard_account();
  const isFirstOwner = useIsFirstOwner();
  const shown = settingsScreens(scope).filter((screen) => isFirstOwner || !screen.settings.firstOwner);
  const further = scope === "project" ? navScreens().slice(TABS) : [];
  const groups = Map.groupBy(shown, (screen) => screen.settings.group());
  return (
    <div className="flex min-h-0 flex-1">
      <nav
        aria-label={title}
        className={clsx("w-full shrink-0 overflow-y-auto p-4 lg:block lg:w-55 lg:border-e lg:border-line lg:p-3", !listed && "hidden")}
      >
        <p className="px-2 pt-2 pb-3 text-xl font-semibold lg:pt-1 lg:text-md">{title}</p>
        {scope === "project" && projectId !== undefined && (
          <div className="mb-3 border-b border-line pb-3">
            <div className="grid min-h-12 lg:min-h-8">
              <Suspense>
                <Slot of={settingsTop} projectId={projectId} />
              </Suspense>
            </div>
          </div>
        )}
        {/* Screens for which the tab bar has no room. */}
        {further.length > 0 && (
          <div className="mb-3 border-b border-line pb-3 lg:hidden">
            {further.map((screen) => (
              <Link
                key={screen.name}
                to={screenPath(screen, projectId)}
                className="flex h-12 items-center gap-2.5 rounded-sm px-2 text-md hover:bg-hover"
              >
                <screen.nav.icon className="size-4.5 text-muted" strokeWidth={STROKE} aria-hidden />
                <span className="flex-1 truncate">{screen.nav.label()}</span>
                <ChevronRight className="size-4 text-faint rtl:rotate-180" aria-hidden />
              </Link>
            ))}
          </div>
        )}
        {[...groups].map(([group, screens]) => (
          <div key={group} className="mb-3">
            {groups.size > 1 && <p className="px-2 pb-1 text-2xs font-medium text-faint">{group}</p>}
            {screens.map((screen) => {
              const to = screenPath(screen, projectId);
              const here = isAt(screen, projectId ?? "", pathname);
              return (
                <Link
                  key={screen.name}
                  to={to}
                  aria-current={here ? "page" : undefined}
                  className={clsx(
                    "flex h-12 items-center rounded-sm px-2 text-md lg:h-8 lg:text-sm",
                    here ? "bg-active font-medium" : "text-text hover:bg-hover lg:text-muted lg:hover:text-text",
                  )}
                >
                  <span className="flex-1 truncate">{screen.settings.label()}</span>
                  <ChevronRight className="size-4 text-faint lg:hidden rtl:rotate-180" aria-hidden />
                </Link>
              );
            })}
          </div>
        ))}
        {scope === "project" && (
          <Link to="/account" className="flex h-12 items-center rounded-sm border-t border-line px-2 text-md lg:hidden">
            <span className="flex-1">{m.dashboard_account()}</span>
            <ChevronRight className="size-4 text-faint rtl:rotate-180" aria-hidden />
          </Link>
        )}
        {projectId !== undefined && <Slot of={settingsPage} projectId={projectId} />}
      </nav>
      <div className={clsx("min-w-0 flex-1 flex-col", listed ? "hidden lg:flex" : "flex")}>
        <div className="border-b border-line px-2 py-1 lg:hidden">
          <Link to={home} className="inline-flex h-11 items-center gap-2 rounded-sm px-2 text-muted hover:text-text">
            <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
            {title}
          </Link>
        </div>
        <Outlet />
      </div>
    </div>
  );
}

/** The settings without an open page: the layout already shows the list. */
export function SettingsHome() {
  useTitle(m.dashboard_settings());
  return null;
}
