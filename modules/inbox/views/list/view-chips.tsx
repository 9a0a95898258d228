// The views of the inbox with their counts.
import { Slot } from "#dashboard/screen.ts";
import { m } from "#messages";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { inboxPath, type View, VIEWS } from "#modules/conversations/contract";
import { type ReactNode, Suspense } from "react";
import { countsQuery } from "../live/queries.ts";
import { CEILING } from "../live/rows.ts";
import { viewChips } from "../slots.ts";

export const viewName: Record<View, () => string> = {
  all: m.conversations_view_all,
  mine: m.conversations_view_mine,
  unassigned: m.conversations_view_unassigned,
  snoozed: m.conversations_view_snoozed,
  closed: m.conversations_view_closed,
};
/** A count as shown: the server stops counting at 100. */
export const countText = (count: number): string => (count >= CEILING ? "99+" : String(count));

interface ViewChipProps {
  readonly to: string;
  readonly isCurrent: boolean;
  /** Shown unless it is 0. */
  readonly count: number;
  readonly children: ReactNode;
}
/** The link of a view. */
export const ViewChip = ({ to, isCurrent, count, children }: ViewChipProps) => (
  <Link
    to={to}
    aria-current={isCurrent ? "page" : undefined}
    className="inline-flex h-6 shrink-0 items-center gap-0.75 rounded-full px-1.5 text-xs tracking-tight text-muted hover:bg-hover hover:text-text aria-[current]:bg-active aria-[current]:font-medium aria-[current]:text-text max-lg:h-8 max-lg:px-3"
  >
    {children}
    {count > 0 && <span className="text-2xs tabular-nums">{countText(count)}</span>}
  </Link>
);

/** Links to the views. Closed conversations are not counted, because nobody works through them. */
export function ViewChips({ projectId, view }: { projectId: string; view: string }) {
  const { data: counts } = useQuery(countsQuery(projectId));
  return (
    <nav aria-label={m.conversations_views()} className="flex shrink-0 [scrollbar-width:none] overflow-x-auto py-0.5 ps-2 pe-0.5 pb-2">
      {VIEWS.map((name) => (
        <ViewChip key={name} to={inboxPath(projectId, name)} isCurrent={name === view} count={name === "closed" ? 0 : (counts?.[name] ?? 0)}>
          {viewName[name]()}
        </ViewChip>
      ))}
      <Suspense>
        <Slot of={viewChips} projectId={projectId} view={view} />
      </Suspense>
    </nav>
  );
}
