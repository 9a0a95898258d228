// The member's reply that is sent later: when, what it says, and what can be done about it.
import { Button } from "#dashboard/ui/button.tsx";
import { clockText } from "#dashboard/ui/dates.ts";
import { m } from "#messages";
import type { ThreadContext } from "#modules/live-inbox/views";
import type { PendingReply } from "#modules/undo-send/contract";
import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { editScheduled, sendScheduled } from "../actions/hold.ts";

export default function ScheduledReply({ context, pending }: { readonly context: ThreadContext; readonly pending: PendingReply }) {
  const [busy, setBusy] = useState(false);
  const { content, attachments, close, snooze, sendAt = "" } = pending;
  const more = [
    ...(attachments.length > 0 ? [m.conversations_scheduled_files({ count: attachments.length })] : []),
    ...(close ? [m.conversations_scheduled_closes()] : snooze ? [m.conversations_scheduled_snoozes()] : []),
  ];
  function act(run: typeof sendScheduled): void {
    setBusy(true);
    void run(context, pending).finally(() => setBusy(false));
  }
  return (
    <section
      aria-label={m.conversations_scheduled_reply()}
      className="mx-auto mb-2 grid max-w-[720px] gap-1.5 rounded-md border border-line bg-subtle px-3 py-2 text-sm"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p className="flex min-w-0 flex-1 items-center gap-2 font-medium max-sm:basis-full">
          <CalendarClock className="size-4 shrink-0 text-muted" aria-hidden />
          {m.conversations_scheduled({ time: clockText(sendAt) })}
        </p>
        <div className="flex gap-2">
          <Button size="sm" disabled={busy} onClick={() => act(editScheduled)}>
            {m.conversations_scheduled_edit()}
          </Button>
          <Button size="sm" disabled={busy} onClick={() => act(sendScheduled)}>
            {m.conversations_send_now()}
          </Button>
        </div>
      </div>
      {content !== "" && (
        <p dir="auto" className="line-clamp-3 whitespace-pre-wrap wrap-anywhere text-muted">
          {content}
        </p>
      )}
      {more.length > 0 && <p className="text-xs text-muted">{more.join(" · ")}</p>}
    </section>
  );
}
