// The rows of the list that can be seen, and some more. A component of its own, so that scrolling draws nothing else again.
import { useProject } from "#dashboard/session.tsx";
import { type RefObject, useEffect } from "react";
import type { ConversationSummary } from "#modules/conversations/contract";
import { useLive } from "../live/live.ts";
import { ListItem } from "./list-item.tsx";
import { ROW_HEIGHT } from "./row.tsx";
import { useWindow } from "./use-window.ts";

interface RowsProps {
  readonly projectId: string;
  readonly me: string;
  readonly rows: readonly ConversationSummary[];
  readonly selectedId: string | undefined;
  readonly scroller: RefObject<HTMLElement | null>;
  /** There are more than are loaded. */
  readonly hasMore: boolean;
  pathTo(conversationId: string): string;
  onOpen(conversationId: string): void;
  onIntent(conversationId: string): void;
  /** The last of them can be seen soon. Called again if it changes. */
  onEnd(): void;
}
/** Rows before the last drawn one at which the next page is asked for. */
const BEFORE_END = 4;

export function Rows({ projectId, me, rows, selectedId, scroller, hasMore, pathTo, onOpen, onIntent, onEnd }: RowsProps) {
  const members = useProject().members;
  const viewing = useLive(projectId, me, (state) => state.viewing);
  const typing = useLive(projectId, me, (state) => state.typing);
  const working = useLive(projectId, me, (state) => state.working);
  const { from, to, painted } = useWindow(scroller, rows.length, ROW_HEIGHT);
  const near = to >= rows.length - BEFORE_END;
  useEffect(() => {
    if (near) onEnd();
  }, [near, onEnd]);
  return (
    <div style={{ height: (rows.length + (hasMore ? 1 : 0)) * ROW_HEIGHT + 8 }} className="relative" role="presentation">
      {rows.slice(from, to).map((row, index) => (
        <ListItem
          key={row.id}
          {...{ projectId, row, me, members, onOpen, onIntent }}
          place={from + index}
          size={hasMore ? -1 : rows.length}
          to={pathTo(row.id)}
          selected={row.id === selectedId}
          viewers={viewing.get(row.id)}
          typists={typing.get(row.id)}
          working={working.has(row.id)}
          late={painted}
        />
      ))}
    </div>
  );
}
