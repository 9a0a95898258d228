// The lines of moving in both threads, with a link to the other one, and in the new one Undo for an hour.
import { useRouteQuery } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { useMe } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { MOVE_UNDONE, MOVED, MOVED_FROM, RETURNED, threadPath } from "#modules/conversations/contract";
import type { activityDetails, activityLine } from "#modules/inbox/views";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { readMove } from "../contract.ts";
import { undo } from "./move-actions.ts";

const SAYS: Readonly<Record<string, { you: () => string; other: (input: { name: string }) => string; open: () => string }>> = {
  [MOVED]: {
    ...{ you: m.conversation_transfer_event_moved_you, other: m.conversation_transfer_event_moved, open: m.conversation_transfer_open_new },
  },
  [MOVED_FROM]: {
    ...{
      you: m.conversation_transfer_event_from_you,
      other: m.conversation_transfer_event_from,
      open: m.conversation_transfer_open_source,
    },
  },
  [MOVE_UNDONE]: {
    ...{ you: m.conversation_transfer_event_undone_you, other: m.conversation_transfer_event_undone },
    open: m.conversation_transfer_open_source,
  },
  [RETURNED]: {
    ...{ you: m.conversation_transfer_event_undone_you, other: m.conversation_transfer_event_undone },
    open: m.conversation_transfer_open_new,
  },
};

export function MoveLine({ event, own, name }: PropsOf<typeof activityLine>) {
  const says = SAYS[event.name];
  if (!says) return null;
  return own ? says.you() : says.other({ name });
}

export function MoveDetails({ projectId, event }: PropsOf<typeof activityDetails>) {
  const says = SAYS[event.name];
  if (!says) return null;
  const other = String(event.data["to"] ?? event.data["from"]);
  return (
    <div className="mt-1 flex flex-wrap items-center justify-center gap-3 text-xs">
      <Link to={threadPath(projectId, other)} className="min-h-6 content-center text-accent-text underline pointer-coarse:min-h-11">
        {says.open()}
      </Link>
      {event.name === MOVED_FROM && <Undo projectId={projectId} from={other} />}
    </div>
  );
}

/** Nothing once it is too late, or something was written. */
function Undo({ projectId, from }: { projectId: string; from: string }) {
  const me = useMe().id;
  const navigate = useNavigate();
  const { conversationId } = useParams({ strict: false }) as { conversationId?: string };
  const { data } = useRouteQuery(readMove, { params: { projectId, conversationId: conversationId ?? "" } as never });
  if (!data?.move?.undoUntil || conversationId === undefined) return null;
  const go = (id: string): void => void navigate({ to: threadPath(projectId, id) });
  return (
    <Button size="sm" onClick={() => void undo({ projectId, me, go }, conversationId, from)}>
      {m.conversation_transfer_undo()}
    </Button>
  );
}
