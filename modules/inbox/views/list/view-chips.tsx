// The views of the inbox with their counts.
import { Slot } from "#dashboard/screen.ts";
import { m } from "#messages";
import { useQuery } from "@tanstack/react-query";
import { inboxPath, type View, VIEWS } from "#modules/conversations/contract";
import { Suspense, useDeferredValue } from "react";
import { countsQuery } from "#modules/live-inbox/views";
import { viewChips } from "../slots.ts";
import { ViewChip } from "./view-chip.tsx";

export const viewName: Record<View, () => string> = {
  all: m.conversations_view_all,
  mine: m.conversations_view_mine,
  unassigned: m.conversations_view_unassigned,
  snoozed: m.conversations_view_snoozed,
  closed: m.conversations_view_closed,
};
/** Links to the views. Closed conversations are not counted, because nobody works through them. */
export function ViewChips({ projectId, view }: { projectId: string; view: string }) {
  // They follow in a moment: who closes a conversation looks at the list.
  const counts = useDeferredValue(useQuery(countsQuery(projectId)).data);
  return (
    <>
      <nav aria-label={m.conversations_views()} className="flex shrink-0 [scrollbar-width:none] overflow-x-auto py-0.5 ps-2 pe-0.5 pb-2">
        {VIEWS.map((name) => (
          <ViewChip
            key={name}
            to={inboxPath(projectId, name)}
            isCurrent={name === view}
            count={name === "closed" ? 0 : (counts?.[name] ?? 0)}
          >
            {viewName[name]()}
          </ViewChip>
        ))}
      </nav>
      <Suspense>
        <Slot of={viewChips} projectId={projectId} view={view} />
      </Suspense>
    </>
  );
}
