// Adds a note, which only members see. A note is not a reply, so it is never refused as stale.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId, FileId } from "#kernel/ids/index.ts";
import { newNote } from "./kinds/core-events.ts";
import type { Recorded } from "./record/command.ts";
import { record } from "./record/record.ts";
import { fromDashboard } from "./rules.ts";

export const addNote = (
  ctx: RequestCtx<MemberPrincipal>,
  conversationId: ConversationId,
  { clientId, content, attachments }: { clientId: string; content: string; attachments: readonly FileId[] },
): Promise<Recorded> => record(ctx, { conversationId, clientId, event: newNote({ content, attachments, origin: fromDashboard }) });
