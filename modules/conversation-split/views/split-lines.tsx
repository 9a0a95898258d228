// The lines of splitting in both threads, with a link to the other one, and in the new one Undo for an hour.
import { useRouteQuery } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { useMe } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { REJOINED, SPLIT_FROM, SPLIT_OFF, SPLIT_UNDONE, threadPath } from "#modules/conversations/contract";
import type { activityDetails, activityLine } from "#modules/inbox/views";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { readSplit } from "../contract.ts";
import { undo } from "./split-actions.ts";

const SAYS: Readonly<Record<string, { you: () => string; other: (input: { name: string }) => string; open: () => string }>> = {
  [SPLIT_OFF]: {
    ...{ you: m.conversation_split_event_off_you, other: m.conversation_split_event_off, open: m.conversation_split_open_new },
  },
  [SPLIT_FROM]: {
    ...{ you: m.conversation_split_event_from_you, other: m.conversation_split_event_from, open: m.conversation_split_open_source },
  },
  [SPLIT_UNDONE]: {
    ...{ you: m.conversation_split_event_undone_you, other: m.conversation_split_event_undone, open: m.conversation_split_open_source },
  },
  [REJOINED]: {
    ...{ you: m.conversation_split_event_undone_you, other: m.conversation_split_event_undone, open: m.conversation_split_open_new },
  },
};

export function SplitLine({ event, own, name }: PropsOf<typeof activityLine>) {
  const says = SAYS[event.name];
  if (!says) return null;
  return own ? says.you() : says.other({ name });
}

export function SplitDetails({ projectId, event }: PropsOf<typeof activityDetails>) {
  const says = SAYS[event.name];
  if (!says) return null;
  const other = String(event.data["to"] ?? event.data["from"]);
  return (
    <div className="mt-1 flex flex-wrap items-center justify-center gap-3 text-xs">
      <Link to={threadPath(projectId, other)} className="min-h-6 content-center text-accent-text underline pointer-coarse:min-h-11">
        {says.open()}
      </Link>
      {event.name === SPLIT_FROM && <Undo projectId={projectId} from={other} />}
    </div>
  );
}

/** Nothing once it is too late, or something was written. */
function Undo({ projectId, from }: { projectId: string; from: string }) {
  const me = useMe().id;
  const navigate = useNavigate();
  const { conversationId } = useParams({ strict: false }) as { conversationId?: string };
  const { data } = useRouteQuery(readSplit, { params: { projectId, conversationId: conversationId ?? "" } as never });
  if (!data?.split?.undoUntil || conversationId === undefined) return null;
  const go = (id: string): void => void navigate({ to: threadPath(projectId, id) });
  return (
    <Button size="sm" onClick={() => void undo({ projectId, me, go }, conversationId, from)}>
      {m.conversation_split_undo()}
    </Button>
  );
}
