// The rows of the list that can be seen, and some more. A component of its own, so that scrolling draws nothing else again.
import { useProject } from "#dashboard/session.tsx";
import { m } from "#messages";
import { memo, type RefObject, useEffect } from "react";
import type { ConversationSummary } from "#modules/conversations/contract";
import { type Typist, useLive } from "#modules/live-inbox/views";
import { previewText } from "../preview.ts";
import { Row, ROW_HEIGHT } from "./row.tsx";
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

const DrawnRow = memo(Row);

export function Rows({ projectId, me, rows, selectedId, scroller, hasMore, pathTo, onOpen, onIntent, onEnd }: RowsProps) {
  // Whatever draws this changes something of it; its rows are what is kept.
  "use no memo";
  const members = useProject().members;
  const viewing = useLive(projectId, me, (state) => state.viewing);
  const typing = useLive(projectId, me, (state) => state.typing);
  const working = useLive(projectId, me, (state) => state.working);
  const { from, to, painted } = useWindow(scroller, rows.length, ROW_HEIGHT);
  const near = to >= rows.length - BEFORE_END;
  useEffect(() => {
    if (near) onEnd();
  }, [near, onEnd]);
  const nameOf = (id: string | null) => members.find((member) => member.accountId === id)?.name;
  return (
    <div style={{ height: (rows.length + (hasMore ? 1 : 0)) * ROW_HEIGHT + 8 }} className="relative" role="presentation">
      {rows.slice(from, to).map((row, index) => (
        <div
          key={row.id}
          role="listitem"
          aria-setsize={hasMore ? -1 : rows.length}
          aria-posinset={from + index + 1}
          className="group/row absolute inset-x-0 top-0"
          style={{ transform: `translateY(${(from + index) * ROW_HEIGHT}px)` }}
        >
          <DrawnRow
            {...{ projectId, row, me, onOpen, onIntent }}
            to={pathTo(row.id)}
            preview={previewText(row, { me, members })}
            selected={row.id === selectedId}
            assigneeName={nameOf(row.assigneeId)}
            viewers={(viewing.get(row.id) ?? []).flatMap((id) => nameOf(id)?.split(" ")[0] ?? []).join(", ")}
            writing={writingIn(typing.get(row.id))}
            typing={typing.get(row.id)?.some((typist) => typist.role === "visitor") ?? false}
            working={working.has(row.id)}
            late={painted}
          />
        </div>
      ))}
    </div>
  );
}

/** What another member writes in a conversation, by first name: a reply comes before a note. */
function writingIn(typists: readonly Typist[] | undefined): string | undefined {
  const members = typists?.filter(({ role, name }) => role === "operator" && name !== null) ?? [];
  const first = members.find(({ note }) => !note) ?? members[0];
  const name = first?.name?.split(" ")[0];
  if (first === undefined || name === undefined) return undefined;
  return first.note ? m.conversations_row_note({ name }) : m.conversations_row_reply({ name });
}
