// The views of the inbox with their counts.
import { m } from "#messages";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { inboxPath, type View, VIEWS } from "#modules/conversations/contract";
import { countsQuery } from "../live/queries.ts";
import { CEILING } from "../live/rows.ts";

export const viewName: Record<View, () => string> = {
  all: m.conversations_view_all,
  mine: m.conversations_view_mine,
  unassigned: m.conversations_view_unassigned,
  snoozed: m.conversations_view_snoozed,
  closed: m.conversations_view_closed,
};
/** A count as shown: the server stops counting at 100. */
export const countText = (count: number): string => (count >= CEILING ? "99+" : String(count));

/** Links to the views. Closed conversations are not counted, because nobody works through them. */
export function ViewChips({ projectId, view }: { projectId: string; view: View }) {
  const { data: counts } = useQuery(countsQuery(projectId));
  return (
    <nav aria-label={m.conversations_views()} className="flex shrink-0 [scrollbar-width:none] overflow-x-auto py-0.5 ps-2 pe-0.5 pb-2">
      {VIEWS.map((name) => (
        <Link
          key={name}
          to={inboxPath(projectId, name)}
          aria-current={name === view ? "page" : undefined}
          className="inline-flex h-6 shrink-0 items-center gap-0.75 rounded-full px-1.5 text-xs tracking-tight text-muted hover:bg-hover hover:text-text aria-[current]:bg-active aria-[current]:font-medium aria-[current]:text-text max-lg:h-8 max-lg:px-3"
        >
          {viewName[name]()}
          {name !== "closed" && counts && counts[name] > 0 && <span className="text-2xs tabular-nums">{countText(counts[name])}</span>}
        </Link>
      ))}
    </nav>
  );
}
