// Merges and undoes, with what the browser holds of both conversations.
import { call } from "#dashboard/api.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { applyHandled, rereadInbox } from "#modules/live-inbox/views";
import { mergeConversation, undoMerge } from "../contract.ts";

export interface Place {
  readonly projectId: string;
  readonly me: string;
}
/** Throws what refuses it. */
export async function merge(place: Place, from: string, into: string, clientId: string): Promise<void> {
  const { projectId, me } = place;
  const answer = await call(mergeConversation, {
    params: { projectId, conversationId: from } as never,
    body: { clientId, into: into as never },
  });
  applyHandled(projectId, me, answer);
  void rereadInbox(projectId);
  toast({ tone: "ok", title: m.conversation_merge_done(), undo: () => void undo(place, from) });
}

/** Says by itself what became of it. */
export async function undo({ projectId, me }: Place, from: string): Promise<void> {
  try {
    const params = { projectId, conversationId: from } as never;
    applyHandled(projectId, me, await call(undoMerge, { params, body: { clientId: crypto.randomUUID() } }));
    void rereadInbox(projectId);
    toast({ tone: "ok", title: m.conversation_merge_undone(), body: m.conversation_merge_undone_body() });
  } catch (cause) {
    toast({ tone: "bad", title: m.conversation_merge_not_undone(), body: messageOf(cause) });
  }
}
