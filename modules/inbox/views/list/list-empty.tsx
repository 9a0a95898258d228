// Empty states of the list: nothing to do, no matches, or no conversation yet.
import { Button } from "#dashboard/ui/button.tsx";
import { buttonLink, EmptyState } from "#dashboard/ui/empty.tsx";
import { m } from "#messages";
import { useRouteQuery } from "#dashboard/api.ts";
import { readWidgetSettings, settingsPath } from "#modules/projects/contract";
import { StepsInInbox } from "#modules/projects/views";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { CheckCheck, Clock, Code, Inbox, ListFilter, UserRound } from "lucide-react";
import { inboxPath, isFixedView } from "#modules/conversations/contract";
import { countsQuery } from "#modules/live-inbox/views";
import { ListSkeleton } from "./list-skeleton.tsx";

const EMPTY = {
  all: { icon: CheckCheck, title: m.conversations_empty_all, body: m.conversations_empty_all_body },
  mine: { icon: UserRound, title: m.conversations_empty_mine, body: m.conversations_empty_mine_body },
  unassigned: { icon: CheckCheck, title: m.conversations_empty_unassigned, body: m.conversations_empty_unassigned_body },
  snoozed: { icon: Clock, title: m.conversations_empty_snoozed, body: m.conversations_empty_snoozed_body },
  closed: { icon: CheckCheck, title: m.conversations_empty_closed, body: m.conversations_empty_closed_body },
} as const;
const EMPTY_OTHER = { icon: ListFilter, title: m.conversations_empty_other, body: m.conversations_empty_other_body } as const;

interface ListEmptyProps {
  readonly projectId: string;
  readonly view: string;
  /** Present if a filter is what leaves the list empty. */
  readonly onClearFilter: (() => void) | undefined;
}
export function ListEmpty({ projectId, view, onClearFilter }: ListEmptyProps) {
  const { data: counts } = useQuery(countsQuery(projectId));
  if (onClearFilter)
    return (
      <EmptyState
        icon={ListFilter}
        title={m.conversations_empty_filter()}
        body={m.conversations_empty_filter_body()}
        action={<Button onClick={onClearFilter}>{m.conversations_clear_filter()}</Button>}
      />
    );
  const nothingEver = counts && counts.all + counts.snoozed + counts.closed === 0;
  if (nothingEver) return <NothingEver projectId={projectId} />;
  const { icon, title, body } = isFixedView(view) ? EMPTY[view] : EMPTY_OTHER;
  const elsewhere = view === "mine" && (counts?.unassigned ?? 0) > 0;
  const empty = (
    <EmptyState
      icon={icon}
      title={title()}
      body={body()}
      action={
        elsewhere && (
          <Link to={inboxPath(projectId, "unassigned")} className={buttonLink}>
            {m.conversations_see_unassigned()}
          </Link>
        )
      }
    />
  );
  return view === "all" ? <WithSteps projectId={projectId}>{empty}</WithSteps> : empty;
}

/** A new project: first the widget, then the next steps. */
function NothingEver({ projectId }: { projectId: string }) {
  // Asked again so that the widget's first load appears by itself.
  const { data, error } = useRouteQuery(readWidgetSettings, { params: { projectId } }, { every: 5000 });
  // Until it is known whether the widget was seen, neither sentence may be said.
  if (!data && !error) return <ListSkeleton />;
  const seen = (data?.seenAt ?? null) !== null;
  return (
    <WithSteps projectId={projectId}>
      <EmptyState
        icon={seen ? Inbox : Code}
        title={m.conversations_empty_ever()}
        body={seen ? m.conversations_empty_ever_seen() : m.conversations_empty_ever_body()}
        action={
          !seen && (
            <Link to={settingsPath(projectId)} className={buttonLink}>
              {m.conversations_install()}
            </Link>
          )
        }
      />
    </WithSteps>
  );
}

/** An empty state with what a new team still has to do below it. */
const WithSteps = ({ projectId, children }: { projectId: string; children: ReactNode }) => (
  <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
    {children}
    <Suspense>
      <div className="px-3 pb-3 empty:hidden">
        <StepsInInbox projectId={projectId} />
      </div>
    </Suspense>
  </div>
);
