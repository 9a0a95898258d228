// One row of the inbox: contact, latest message, and why it waits.
// Drawn only if something of it has changed, so that the compiler could keep little of it:
"use no memo";

import { Slot } from "#dashboard/screen.ts";
import { Avatar } from "#dashboard/ui/avatar.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { Chip } from "#dashboard/ui/chip.tsx";
import { formatter } from "#dashboard/ui/formatter.ts";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { contactName } from "#modules/contacts/views";
import { Mail, MessageCircle } from "lucide-react";
import { memo, type MouseEvent, type PointerEvent, Suspense, useDeferredValue, useEffect, useState } from "react";
import type { ConversationSummary } from "#modules/conversations/contract";
import { rowChip, rowLead } from "../slots.ts";
import { since } from "../since.ts";
import { useUnsent } from "#modules/live-inbox/views";

export const ROW_HEIGHT = 76;
// After half an hour a waiting customer at the screen is likely to give up.
const LONG_WAIT = 30 * 60_000;
/** Less than what a pointer needs from a row to a press on it, in milliseconds. */
const RESTS = 100;

const Parts = memo(Slot) as typeof Slot;

interface RowProps {
  readonly projectId: string;
  readonly row: ConversationSummary;
  readonly to: string;
  readonly selected: boolean;
  readonly me: string;
  /** The latest message, with its author. */
  readonly preview: string;
  readonly assigneeName: string | undefined;
  /** Names of other members who have it open, in words. */
  readonly viewers: string;
  readonly typing: boolean;
  /** What another member writes here, in words. */
  readonly writing: string | undefined;
  /** The assistant works on an answer. */
  readonly working: boolean;
  /** What other modules add comes after the paint, as for a row that is scrolled to. Counts when it is first drawn. */
  readonly late: boolean;
  onOpen(conversationId: string): void;
  onIntent(conversationId: string): void;
}

/**
 * A link, so that a conversation can be opened in another window. J and K belong to the list. Not one of the router's: each of those
 * computes with every change of the address whether it leads to it, and there are dozens.
 */
export function Row({
  projectId,
  row,
  to,
  selected,
  me,
  preview,
  assigneeName,
  viewers,
  typing,
  writing,
  working,
  late,
  onOpen,
  onIntent,
}: RowProps) {
  const whole = useDeferredValue(true, !late);
  const name = contactName(row.contact);
  const unread = row.unread > 0;
  const unsent = useUnsent({ projectId, me, conversationId: row.id });
  const intend = (): void => onIntent(row.id);
  // A pointer that only passes, such as over a list that is scrolled, means nothing.
  const hover = ({ currentTarget }: PointerEvent<HTMLElement>): void =>
    void setTimeout(() => currentTarget.matches(":hover") && intend(), RESTS);
  const open = (event: MouseEvent): void => {
    // With a modifier the browser opens another tab, a window, or downloads.
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(row.id);
  };
  const Door = row.door === "email" ? Mail : MessageCircle;
  return (
    <>
      <a
        href={to}
        onClick={open}
        onPointerEnter={hover}
        onFocus={intend}
        aria-current={selected ? "page" : undefined}
        data-row={row.id}
        className="absolute inset-x-2 flex h-[74px] gap-2.5 rounded-md px-2.5 py-[9px] text-start -outline-offset-2 hover:bg-hover aria-[current]:bg-active"
      >
        <Avatar id={row.contact.id} name={name} size={28} />
        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)]">
          <span className="flex items-baseline gap-2">
            <span dir="auto" className={`min-w-0 flex-1 truncate text-start ${unread ? "font-semibold" : "font-medium"}`}>
              {name}
            </span>
            <span className="shrink-0 text-xs text-faint tabular-nums">
              <RelativeTime at={row.lastActivityAt} short />
            </span>
          </span>
          <span dir="auto" className={`flex text-start ${unread ? "text-text" : "text-muted"}`}>
            {typing ? (
              <em className="truncate text-accent-text not-italic">{m.conversations_row_typing()}</em>
            ) : working ? (
              <em className="truncate text-ai-text not-italic">{m.conversations_row_working()}</em>
            ) : (
              <>
                {/* A long subject leaves room for what was written last. */}
                {row.subject !== null && (
                  <bdi
                    title={plain(row.subject)}
                    className={`max-w-3/5 shrink-0 truncate text-text ${unread ? "font-semibold" : "font-medium"}`}
                  >
                    {plain(row.subject)}
                  </bdi>
                )}
                {row.subject !== null && <span className="shrink-0 whitespace-pre text-muted"> · </span>}
                <span className={`min-w-0 truncate ${row.subject === null ? "" : "text-muted"}`}>{preview}</span>
              </>
            )}
          </span>
          <span className="flex min-w-0 items-center gap-1.5 text-2xs text-faint">
            <Door className="size-3 shrink-0" aria-hidden />
            <span className="sr-only">{row.door === "email" ? m.conversations_door_email() : m.conversations_door_widget()}</span>
            <span className="min-w-0 truncate">
              {row.assigneeId === null
                ? m.conversations_unassigned()
                : row.assigneeId === me
                  ? m.conversations_you()
                  : (assigneeName ?? m.conversations_former_member())}
            </span>
            {whole && (
              <Suspense>
                <Parts of={rowChip} row={row} />
              </Suspense>
            )}
            {unsent === "failed" ? (
              <Chip tone="bad">{m.conversations_row_unsent()}</Chip>
            ) : unsent ? (
              <Chip tone="warn">{m.conversations_row_waiting()}</Chip>
            ) : (
              <RowChip row={row} />
            )}
            {writing !== undefined ? (
              <span className="ms-auto truncate font-medium text-warn-text">{writing}</span>
            ) : (
              viewers !== "" && <span className="ms-auto truncate">{m.conversations_row_viewing({ names: viewers })}</span>
            )}
          </span>
        </span>
        {unread && (
          <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent">
            <span className="sr-only">{m.conversations_unread_count({ count: row.unread })}</span>
          </span>
        )}
      </a>
      {whole && (
        <Suspense>
          <Parts of={rowLead} projectId={projectId} row={row} />
        </Suspense>
      )}
    </>
  );
}

/** One chip, by importance: a failed message of mine, snoozed until, waiting since, answered by AI, automatic. */
function RowChip({ row }: { row: ConversationSummary }) {
  if (row.status === "snoozed")
    return (
      <Chip tone="neutral">
        {row.snoozedUntil ? m.conversations_snoozed_until({ time: shortTime(row.snoozedUntil) }) : m.conversations_snoozed_reply()}
      </Chip>
    );
  if (row.previewAutomatic) return <Chip tone="neutral">{m.conversations_automatic()}</Chip>;
  // The clock of a response-time target says what the waiting means, in the same place.
  if (row.waitingSince && row.status === "open") return row.fields?.["target"] === undefined ? <Waiting at={row.waitingSince} /> : null;
  // Who answers stands in a chip of its own, if that is known.
  if (row.previewRole === "assistant" && row.fields?.["answers"] === undefined)
    return <Chip tone="ai">{m.conversations_ai_replied()}</Chip>;
  return null;
}

/** How long the customer has waited: plain text first, a warning after half an hour. */
function Waiting({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const waited = now - Date.parse(at);
  if (waited < 60_000) return null;
  const text = m.conversations_waiting({ time: since(at, now) });
  if (waited >= LONG_WAIT) return <Chip tone="warn">{text}</Chip>;
  return (
    <span className="shrink-0">
      <span aria-hidden>· </span>
      {text}
    </span>
  );
}

const clock = formatter({ hour: "numeric", minute: "2-digit" });
const day = formatter({ weekday: "short", day: "numeric", month: "short" });
function shortTime(at: string): string {
  const time = new Date(at);
  const near = time.getTime() - Date.now() < 20 * 3600_000;
  return (near ? clock : day)(time);
}
