// Spam in the inbox: the control of a conversation, the chip in its row, the line in the thread.
import { call } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { useCommand, useDeclaredShortcut } from "#dashboard/shortcuts.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { hideContact, restoreContact } from "#modules/contacts/contract";
import type { activityLine, conversationControl, conversationMark, rowChip } from "#modules/inbox/views";
import { OctagonAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { isSpam, markNotSpam, markSpam, SPAM, SpamChange, YES } from "../contract.ts";
import { spamShortcut } from "./shortcut.ts";

export function SpamControl({ projectId, conversationId, row, labelled, changeField }: PropsOf<typeof conversationControl>) {
  const [open, setOpen] = useState(false);
  const spam = isSpam(row);
  const params = { projectId, conversationId } as never;
  const ofContact = { projectId, contactId: row.contact.id } as never;

  function failed(cause: unknown): void {
    const stale = cause instanceof CallError && cause.problem.code === "stale_frontier";
    toast({ title: m.spam_failed(), body: stale ? m.spam_look_first() : messageOf(cause), tone: stale ? "neutral" : "bad" });
  }
  // Undo comes later, when the row may be another.
  const latest = useRef(row);
  useEffect(() => void (latest.current = row));
  async function mark(block = false): Promise<void> {
    const wasClosed = latest.current.status === "closed";
    try {
      await changeField(SPAM, YES, (frontier) => call(markSpam, { params, body: { clientId: crypto.randomUUID(), frontier } }), {
        ...{ status: "closed", snoozedUntil: null, waitingSince: null, silenced: true },
      });
    } catch (cause) {
      return failed(cause);
    }
    let blocked = false;
    try {
      if (block) {
        await call(hideContact, { params: ofContact });
        blocked = true;
      }
    } catch (cause) {
      toast({ title: m.spam_not_blocked(), body: messageOf(cause), tone: "bad" });
    }
    if (block && !blocked) return;
    const undo = (): void => {
      if (blocked) call(restoreContact, { params: ofContact, body: {} }).catch(failed);
      void unmark(!wasClosed, true);
    };
    toast({ title: blocked ? m.spam_did_block() : m.spam_did_mark(), tone: "ok", undo });
  }
  async function unmark(reopen = true, undoes = false): Promise<void> {
    try {
      const body = { clientId: crypto.randomUUID(), reopen };
      await changeField(SPAM, undefined, (frontier) => call(markNotSpam, { params, body: { ...body, frontier } }), {
        ...{ status: reopen ? "open" : "closed", silenced: undefined },
      });
      if (!undoes) toast({ title: m.spam_did_not(), tone: "ok", undo: () => void mark() });
    } catch (cause) {
      failed(cause);
    }
  }
  useDeclaredShortcut(spamShortcut, () => void (spam ? unmark() : mark()));
  useCommand(() => void (spam ? unmark() : mark(true)), {
    label: spam ? m.spam_not() : m.spam_mark_block(),
    group: m.conversations_title(),
  });
  if (spam)
    return (
      <Button icon={OctagonAlert} className={labelled ? "justify-self-start" : ""} onClick={() => void unmark()}>
        {m.spam_not()}
      </Button>
    );
  return (
    <Menu
      open={open}
      onOpenChange={setOpen}
      items={[
        { label: m.spam_mark(), shortcut: spamShortcut.keys, onSelect: () => void mark() },
        ...(row.contact.state === "active" ? [{ label: m.spam_mark_block(), onSelect: () => void mark(true) }] : []),
      ]}
      trigger={
        labelled ? (
          <Button icon={OctagonAlert} className="justify-self-start">
            {m.spam_control()}
          </Button>
        ) : (
          <IconButton label={m.spam_control()} icon={OctagonAlert} className="@max-lg:hidden" />
        )
      }
    />
  );
}

export const SpamChip = ({ row }: PropsOf<typeof rowChip>) => (isSpam(row) ? <Chip tone="bad">{m.spam_chip()}</Chip> : null);
export const SpamMark = ({ row }: PropsOf<typeof conversationMark>) => (isSpam(row) ? <Chip tone="bad">{m.spam_chip()}</Chip> : null);

export function SpamLine({ event, own, name }: PropsOf<typeof activityLine>) {
  const change = event.name === SPAM ? v.safeParse(SpamChange, event.data) : undefined;
  if (!change?.success) return null;
  if (change.output.spam) return own ? m.spam_event_marked_you() : m.spam_event_marked({ name });
  return own ? m.spam_event_not_you() : m.spam_event_not({ name });
}
