// Assigns a conversation to a member, or to nobody.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { AccountId, ConversationId } from "#kernel/ids/index.ts";
import { isMember } from "#modules/projects";
import { sql } from "#kernel/db/index.ts";
import { m } from "#messages";
import { newAssignment } from "./kinds/core-events.ts";
import type { Recorded } from "./record/command.ts";
import { record } from "./record/record.ts";

export const assignConversation = (
  ctx: RequestCtx<MemberPrincipal>,
  conversationId: ConversationId,
  { clientId, frontier, assigneeId }: { clientId: string; frontier: number; assigneeId: AccountId | null },
): Promise<Recorded> =>
  record(ctx, {
    conversationId,
    clientId,
    frontier,
    event: newAssignment(assigneeId),
    requires: {
      when:
        assigneeId === null
          ? sql`c.assignee_id IS NOT NULL`
          : sql`c.assignee_id IS NOT ${assigneeId} AND ${isMember(ctx.caller.projectId, assigneeId)}`,
      otherwise: m.conversations_not_assigned(),
    },
  });
