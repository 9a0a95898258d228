// Splits messages off and undoes it, with what the browser holds of both conversations.
import { call } from "#dashboard/api.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { applyHandled, rereadInbox } from "#modules/live-inbox/views";
import { splitConversation, undoSplit } from "../contract.ts";

export interface Place {
  readonly projectId: string;
  readonly me: string;
  /** Shows a conversation. */
  go(conversationId: string): void;
}
/** Shows the new conversation. Throws what refuses it. */
export async function split(place: Place, from: string, wanted: { messageId: string; later: boolean; clientId: string }): Promise<void> {
  const { projectId, me, go } = place;
  const params = { projectId, conversationId: from } as never;
  const answer = await call(splitConversation, { params, body: { ...wanted, messageId: wanted.messageId as never } });
  applyHandled(projectId, me, answer);
  void rereadInbox(projectId);
  toast({ tone: "ok", title: m.conversation_split_done(), undo: () => void undo(place, answer.created.id, from) });
  go(answer.created.id);
}

/** Shows where the messages are, and says by itself what became of it. */
export async function undo({ projectId, me, go }: Place, id: string, from: string): Promise<void> {
  try {
    const params = { projectId, conversationId: id } as never;
    applyHandled(projectId, me, await call(undoSplit, { params, body: { clientId: crypto.randomUUID() } }));
    void rereadInbox(projectId);
    toast({ tone: "ok", title: m.conversation_split_undone() });
    go(from);
  } catch (cause) {
    toast({ tone: "bad", title: m.conversation_split_not_undone(), body: messageOf(cause) });
  }
}
