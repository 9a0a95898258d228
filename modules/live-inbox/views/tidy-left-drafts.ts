// What an earlier page kept of drafts because the server had not confirmed them, of conversations that are not open: dropped where the server
// has it. Anything else waits until its conversation is opened, where its author sees what goes on.
import { call, queryClient } from "#dashboard/api.ts";
import { CallError } from "#kernel/wire/route.ts";
import { isErased } from "#modules/contacts/views";
import { saveDraft } from "#modules/conversations/contract";
import { isDraftOpen } from "./drafts.ts";
import { threadQuery } from "./queries.ts";
import { draftState, dropUnsavedDraft, readAllUnsavedDrafts, readUnsavedDraft } from "./unsaved-drafts.ts";

let running = false;
/** Looks at all that is kept, one after the other; stops where nobody answers. Never rejects. */
export async function tidyLeftDrafts(me: string): Promise<void> {
  if (running) return;
  running = true;
  try {
    for (const { projectId, conversationId, kind } of readAllUnsavedDrafts(me)) await tidy({ me, projectId, conversationId }, kind);
  } catch {
    // No connection: the next one, or the next start, looks again.
  }
  running = false;
}

async function tidy(context: Parameters<typeof readUnsavedDraft>[0], kind: "reply" | "note"): Promise<void> {
  const { projectId, conversationId } = context;
  if (isDraftOpen(context, kind)) return;
  const thread = await queryClient.fetchQuery({ ...threadQuery(projectId, conversationId), staleTime: 0 }).catch((cause: unknown) => {
    // This member cannot open it any more.
    if (cause instanceof CallError && (cause.status === 403 || cause.status === 404)) return undefined;
    throw cause;
  });
  const kept = readUnsavedDraft(context, kind);
  // Opened meanwhile, its composer looks after it.
  if (kept === undefined || isDraftOpen(context, kind)) return;
  if (thread === undefined || isErased(thread.contact)) return dropUnsavedDraft(context, kind);
  const state = draftState(kept);
  if (thread.conversation.mergedInto !== undefined) {
    // There is no composer: where the conversation goes on, or above that, it is shown.
    const attachments = kept.attachments.map((file) => file.id) as never;
    await call(saveDraft, { params: { projectId, conversationId, kind }, body: { content: kept.content, attachments } });
    dropUnsavedDraft(context, kind, state);
  } else if (draftState(thread.drafts.find((draft) => draft.kind === kind)) === state) dropUnsavedDraft(context, kind, state);
}
