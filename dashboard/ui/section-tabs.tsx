// Tabs between the screens that share one entry of the sidebar.
import { Link, useLocation } from "@tanstack/react-router";
import { allScreens } from "../registered-screens.ts";
import { basePath } from "../paths.ts";
import type { Screen } from "../screen.ts";
import { useProjectId } from "../session.tsx";
import { tabClasses, tabRowClasses } from "./tabs.tsx";

const EXACT = { exact: true };
type TabScreen = Screen & { readonly tab: NonNullable<Screen["tab"]> };

/** On a phone the row is longer than the screen, and the current tab may be outside of it. */
const show = (tab: HTMLElement | null): void => tab?.scrollIntoView({ block: "nearest", inline: "nearest" });

/** Links to every screen whose `tab.of` is the section `of`. Belongs into `tabs` of their pages. */
export function SectionTabs({ of, label }: { of: string; label: string }) {
  const projectId = useProjectId();
  const pathname = useLocation({ select: (location) => location.pathname });
  const tabs = allScreens()
    .filter((screen): screen is TabScreen => screen.tab?.of === of)
    .toSorted((a, b) => a.tab.order - b.tab.order);
  return (
    <nav aria-label={label} className={`-mx-4 px-4 sm:mx-0 sm:px-0 ${tabRowClasses}`}>
      {tabs.map((screen) => {
        const to = basePath(screen, projectId);
        const isCurrent = pathname === to || pathname.startsWith(`${to}/`);
        return (
          <Link
            key={screen.name}
            ref={isCurrent ? show : undefined}
            to={to}
            activeOptions={EXACT}
            aria-current={isCurrent ? "page" : undefined}
            className={tabClasses}
          >
            {screen.tab.label()}
          </Link>
        );
      })}
    </nav>
  );
}
