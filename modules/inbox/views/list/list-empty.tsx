// Empty states of the list: nothing to do, no matches, or no conversation yet.
import { Button } from "#dashboard/ui/button.tsx";
import { buttonLink, EmptyState } from "#dashboard/ui/empty.tsx";
import { m } from "#messages";
import { settingsPath } from "#modules/projects/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CheckCheck, Clock, Code, ListFilter, UserRound } from "lucide-react";
import { inboxPath, type View } from "#modules/conversations/contract";
import { countsQuery } from "../live/queries.ts";

const EMPTY = {
  all: { icon: CheckCheck, title: m.conversations_empty_all, body: m.conversations_empty_all_body },
  mine: { icon: UserRound, title: m.conversations_empty_mine, body: m.conversations_empty_mine_body },
  unassigned: { icon: CheckCheck, title: m.conversations_empty_unassigned, body: m.conversations_empty_unassigned_body },
  snoozed: { icon: Clock, title: m.conversations_empty_snoozed, body: m.conversations_empty_snoozed_body },
  closed: { icon: CheckCheck, title: m.conversations_empty_closed, body: m.conversations_empty_closed_body },
} as const;

interface ListEmptyProps {
  readonly projectId: string;
  readonly view: View;
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
  if (nothingEver)
    return (
      <EmptyState
        icon={Code}
        title={m.conversations_empty_ever()}
        body={m.conversations_empty_ever_body()}
        action={
          <Link to={settingsPath(projectId)} className={buttonLink}>
            {m.conversations_install()}
          </Link>
        }
      />
    );
  const { icon, title, body } = EMPTY[view];
  const elsewhere = view === "mine" && (counts?.unassigned ?? 0) > 0;
  return (
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
}
