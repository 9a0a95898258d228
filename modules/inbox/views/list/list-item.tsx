// A row in its place in the list. Drawn again only if something of it changes, however often the list is.
import { Slot } from "#dashboard/screen.ts";
import type { Member } from "#dashboard/session.tsx";
import { m } from "#messages";
import { memo, Suspense, useDeferredValue } from "react";
import type { ConversationSummary } from "#modules/conversations/contract";
import type { Typist } from "../live/live.ts";
import { previewText } from "../preview.ts";
import { rowLead } from "../slots.ts";
import { Row, ROW_HEIGHT } from "./row.tsx";

interface ItemProps {
  readonly projectId: string;
  readonly row: ConversationSummary;
  readonly me: string;
  readonly members: readonly Member[];
  /** Counted from 0. */
  readonly place: number;
  /** Of the list; -1 if it is not known. */
  readonly size: number;
  readonly to: string;
  readonly selected: boolean;
  /** Ids of other members who have it open. */
  readonly viewers: readonly string[] | undefined;
  readonly typists: readonly Typist[] | undefined;
  /** The assistant works on an answer. */
  readonly working: boolean;
  /** What other modules add comes after the paint, as for a row that is scrolled to. Counts when it is first drawn. */
  readonly late: boolean;
  onOpen(conversationId: string): void;
  onIntent(conversationId: string): void;
}

export const ListItem = memo(function ListItem({
  projectId,
  row,
  me,
  members,
  place,
  size,
  to,
  selected,
  viewers,
  typists,
  working,
  late,
  onOpen,
  onIntent,
}: ItemProps) {
  const whole = useDeferredValue(true, !late);
  const nameOf = (id: string | null) => members.find((member) => member.accountId === id)?.name;
  return (
    <div
      role="listitem"
      aria-setsize={size}
      aria-posinset={place + 1}
      className="group/row absolute inset-x-0 top-0"
      style={{ transform: `translateY(${place * ROW_HEIGHT}px)` }}
    >
      <Row
        {...{ projectId, row, to, selected, me, working, whole, onOpen, onIntent }}
        preview={previewText(row, { me, members })}
        assigneeName={nameOf(row.assigneeId)}
        viewers={(viewers ?? []).flatMap((id) => nameOf(id)?.split(" ")[0] ?? []).join(", ")}
        writing={writingIn(typists)}
        typing={typists?.some((typist) => typist.role === "visitor") ?? false}
      />
      {whole && (
        <Suspense>
          <Slot of={rowLead} projectId={projectId} row={row} />
        </Suspense>
      )}
    </div>
  );
});

/** What another member writes in a conversation, by first name: a reply comes before a note. */
function writingIn(typists: readonly Typist[] | undefined): string | undefined {
  const members = typists?.filter(({ role, name }) => role === "operator" && name !== null) ?? [];
  const first = members.find(({ note }) => !note) ?? members[0];
  const name = first?.name?.split(" ")[0];
  if (first === undefined || name === undefined) return undefined;
  return first.note ? m.conversations_row_note({ name }) : m.conversations_row_reply({ name });
}
