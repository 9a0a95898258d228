// One centred line for activity between messages.
import { Slot, threadEvent } from "#dashboard/screen.ts";
import { formatFull } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { AUTO_ASSIGNMENT } from "#modules/conversations/contract";
import { Suspense } from "react";
import { clockText, timeText } from "#dashboard/ui/dates.ts";
import { activityDetails, activityLine, skippedReason } from "../slots.ts";
import type { Entry } from "../events/entries.ts";

type Line = Extract<Entry, { type: "line" }>["event"];

export function EventLine({ event, me, projectId }: { event: Line; me: string; projectId: string }) {
  "use no memo";
  const line = (
    <div className="flex items-center gap-3 text-xs text-faint before:h-px before:flex-1 before:bg-line has-[[data-said]:empty]:invisible after:h-px after:flex-1 after:bg-line">
      <span className="max-w-[80%] text-center">
        <span dir="auto" data-said>
          {event.kind === "activity" ? (
            <Suspense>
              <Slot of={activityLine} projectId={projectId} event={event} own={isOwn(event, me)} name={nameOf(event)} />
            </Suspense>
          ) : event.kind === "ai_skipped" ? (
            <>
              {m.conversations_event_ai_skipped()}
              <Suspense fallback={`: ${event.reason}`}>
                {": "}
                <Slot of={skippedReason} projectId={projectId} reason={event.reason} missing={event.missing} />
              </Suspense>
            </>
          ) : (
            lineText(event, me)
          )}
        </span>
        <span aria-hidden> · </span>
        <time dateTime={event.createdAt} title={formatFull(event.createdAt)} className="tabular-nums">
          {timeText(event.createdAt)}
        </time>
      </span>
      <Slot of={threadEvent} projectId={projectId} event={event} />
    </div>
  );
  return (
    <li className="mt-4">
      {line}
      {event.kind === "activity" && (
        <Suspense>
          <Slot of={activityDetails} projectId={projectId} event={event} />
        </Suspense>
      )}
    </li>
  );
}

const isOwn = ({ actor }: Line, me: string): boolean => actor.role === "operator" && actor.id === me;
function nameOf({ actor }: Line): string {
  if (actor.role === "visitor") return m.conversations_customer();
  if (actor.role === "assistant") return m.conversations_assistant();
  return actor.name ?? (actor.id?.startsWith("atr_") ? m.conversations_rule() : m.conversations_system());
}

/** The sentence of an event, with "You" for the viewing member. */
function lineText(event: Exclude<Line, { kind: "activity" | "ai_skipped" }>, me: string): string {
  const own = isOwn(event, me);
  const name = nameOf(event);
  switch (event.kind) {
    case "assigned": {
      if (event.assigneeId === null && event.actor.id === AUTO_ASSIGNMENT) return m.conversations_event_unassigned_left();
      if (event.assigneeId === null) return own ? m.conversations_event_unassigned_you() : m.conversations_event_unassigned({ name });
      if (event.assigneeId === event.actor.id) return own ? m.conversations_event_took_you() : m.conversations_event_took({ name });
      const whom = event.assigneeId === me ? m.conversations_you_object() : (event.assigneeName ?? m.conversations_former_member());
      if (event.actor.id === AUTO_ASSIGNMENT) return m.conversations_event_assigned_automatically({ whom });
      return own ? m.conversations_event_assigned_you({ whom }) : m.conversations_event_assigned({ name, whom });
    }
    case "status":
      return statusText(event, own, name);
    case "erased":
      return m.conversations_event_erased();
    case "message_erased":
      return m.conversations_event_message_erased({ count: event.revisions.length });
  }
}

function statusText(event: Extract<Line, { kind: "status" }>, own: boolean, name: string): string {
  if (event.status === "closed") return own ? m.conversations_event_closed_you() : m.conversations_event_closed({ name });
  if (event.status === "open") return own ? m.conversations_event_reopened_you() : m.conversations_event_reopened({ name });
  const time = event.until ? clockText(event.until) : m.conversations_until_reply();
  return own ? m.conversations_event_snoozed_you({ time }) : m.conversations_event_snoozed({ name, time });
}
