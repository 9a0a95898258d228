// Moves a conversation and undoes it, with what the browser holds of both conversations.
import { call } from "#dashboard/api.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { applyHandled, rereadInbox } from "#modules/live-inbox/views";
import { moveConversation, undoMove } from "../contract.ts";

export interface Place {
  readonly projectId: string;
  readonly me: string;
  /** Shows a conversation. */
  go(conversationId: string): void;
}
/** Shows the new conversation. Throws what refuses it. */
export async function move(place: Place, from: string, wanted: { contactId: string; clientId: string }): Promise<void> {
  const { projectId, me, go } = place;
  const params = { projectId, conversationId: from } as never;
  const answer = await call(moveConversation, { params, body: { ...wanted, contactId: wanted.contactId as never } });
  applyHandled(projectId, me, answer);
  void rereadInbox(projectId);
  toast({ tone: "ok", title: m.conversation_transfer_done(), undo: () => void undo(place, answer.created.id, from) });
  go(answer.created.id);
}

/** Shows the former conversation, and says by itself what became of it. */
export async function undo({ projectId, me, go }: Place, id: string, from: string): Promise<void> {
  try {
    const params = { projectId, conversationId: id } as never;
    applyHandled(projectId, me, await call(undoMove, { params, body: { clientId: crypto.randomUUID() } }));
    void rereadInbox(projectId);
    toast({ tone: "ok", title: m.conversation_transfer_undone() });
    go(from);
  } catch (cause) {
    toast({ tone: "bad", title: m.conversation_transfer_not_undone(), body: messageOf(cause) });
  }
}
