// Tabs between the screens that share one entry of the sidebar.
import { Link, useLocation } from "@tanstack/react-router";
import { allScreens } from "../registered-screens.ts";
import { basePath } from "../paths.ts";
import type { Screen } from "../screen.ts";
import { useProjectId } from "../session.tsx";

const EXACT = { exact: true };
type TabScreen = Screen & { readonly tab: NonNullable<Screen["tab"]> };

/** Links to every screen whose `tab.of` is the section `of`. */
export function SectionTabs({ of, label }: { of: string; label: string }) {
  const projectId = useProjectId();
  const pathname = useLocation({ select: (location) => location.pathname });
  const tabs = allScreens()
    .filter((screen): screen is TabScreen => screen.tab?.of === of)
    .toSorted((a, b) => a.tab.order - b.tab.order);
  return (
    <nav aria-label={label} className="-mx-4 mb-6 flex gap-1 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0">
      {tabs.map((screen) => {
        const to = basePath(screen, projectId);
        return (
          <Link
            key={screen.name}
            to={to}
            activeOptions={EXACT}
            aria-current={pathname === to || pathname.startsWith(`${to}/`) ? "page" : undefined}
            className="-mb-px flex h-9 shrink-0 items-center border-b-2 border-transparent px-2 text-muted hover:text-text aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-text pointer-coarse:h-11"
          >
            {screen.tab.label()}
          </Link>
        );
      })}
    </nav>
  );
}
