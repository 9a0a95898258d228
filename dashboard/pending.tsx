// Placeholders while a screen or the whole application loads.
import { m } from "#messages";
import { useLocation } from "@tanstack/react-router";
import { createElement } from "react";
import { pendingOf } from "./registered-screens.ts";
import { Bar, Skeleton } from "./ui/skeleton.tsx";

/** Placeholder of the screen at the current address. */
export function ScreenPending() {
  const pathname = useLocation({ select: (location) => location.pathname });
  return createElement(pendingOf(pathname) ?? PagePending);
}

/** Placeholder of a page with one column. */
const PagePending = () => (
  <Skeleton>
    <h1 className="sr-only">{m.dashboard_loading()}</h1>
    <div className="mx-auto grid w-full max-w-160 gap-4 px-4 pt-8 sm:px-8">
      <Bar className="h-7 w-48" />
      <Bar className="h-4 w-72 max-w-full" />
      <Bar className="mt-4 h-28 w-full rounded-lg" />
      <Bar className="h-40 w-full rounded-lg" />
    </div>
  </Skeleton>
);

/** Placeholder of the sections of a page whose title is already shown. */
export const SectionsPending = () => (
  <Skeleton>
    <span role="status" className="sr-only">
      {m.dashboard_loading()}
    </span>
    <div className="grid gap-5">
      <Bar className="h-28 w-full rounded-lg" />
      <Bar className="h-40 w-full rounded-lg" />
    </div>
  </Skeleton>
);

/** Placeholder of the whole application: shell and page. */
export const WholePending = () => (
  <div className="grid h-full lg:grid-cols-[56px_minmax(0,1fr)] xl:grid-cols-[220px_minmax(0,1fr)]">
    <div className="hidden p-2 lg:block">
      <Skeleton>
        <div className="grid gap-2">
          <Bar className="h-9 w-full" />
          <Bar className="h-8 w-full" />
        </div>
      </Skeleton>
    </div>
    <main className="min-h-0 overflow-hidden bg-surface lg:my-2 lg:me-2 lg:rounded-lg lg:border lg:border-line">
      <ScreenPending />
    </main>
  </div>
);
