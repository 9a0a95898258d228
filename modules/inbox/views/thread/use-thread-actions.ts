// The actions of the header and the keyboard shortcuts, with Undo.
import { call } from "#dashboard/api.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { type ConversationSummary, markUnread, type Status } from "#modules/conversations/contract";
import { clockText } from "#dashboard/ui/dates.ts";
import { changeRow, type ThreadContext } from "#modules/live-inbox/views";
import { assign, setStatus } from "../actions/actions.ts";

export interface ThreadActions {
  close(): void;
  reopen(): void;
  snooze(until: Date | null): void;
  assignTo(accountId: string | null, name: string | undefined): void;
  unread(): void;
}

/** Each action is shown at once and can be undone for six seconds. `onLeft` is called after marking as unread. */
export function useThreadActions(context: ThreadContext, row: ConversationSummary, onLeft: () => void): ThreadActions {
  const toast = useToast();
  const failed = (cause: unknown): void => toast({ title: m.conversations_action_failed(), body: messageOf(cause), tone: "bad" });

  async function status(to: { status: Status; until: string | null }, said: string): Promise<void> {
    try {
      const was = await setStatus(context, to);
      if (was)
        toast({
          title: said,
          tone: "ok",
          undo: () => void setStatus(context, { status: was.status, until: was.snoozedUntil }).catch(failed),
        });
    } catch (cause) {
      failed(cause);
    }
  }

  async function assignTo(accountId: string | null, said: string): Promise<void> {
    try {
      const was = await assign(context, accountId);
      if (was) toast({ title: said, tone: "ok", undo: () => void assign(context, was.assigneeId).catch(failed) });
    } catch (cause) {
      failed(cause);
    }
  }

  async function unread(): Promise<void> {
    onLeft();
    const back = changeRow(context.projectId, context.me, context.conversationId, { unread: Math.max(1, row.unread) });
    try {
      await call(markUnread, { params: { projectId: context.projectId, conversationId: context.conversationId }, body: {} });
    } catch (cause) {
      back();
      failed(cause);
    }
  }

  return {
    close: () => void status({ status: "closed", until: null }, m.conversations_did_close()),
    reopen: () => void status({ status: "open", until: null }, m.conversations_did_reopen()),
    snooze: (until) =>
      void status(
        { status: "snoozed", until: until?.toISOString() ?? null },
        until ? m.conversations_did_snooze({ time: clockText(until) }) : m.conversations_did_snooze_reply(),
      ),
    assignTo: (accountId, name) =>
      void assignTo(
        accountId,
        accountId === null
          ? m.conversations_did_unassign()
          : accountId === context.me
            ? m.conversations_did_take()
            : m.conversations_did_assign({ name: name ?? "" }),
      ),
    unread: () => void unread(),
  };
}
