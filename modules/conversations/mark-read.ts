// Moves a member's own read mark.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { publishToVisitor } from "./live/announce.ts";
import { readMarks, writeRead, writeTeamRead, writeUnread } from "./store/read-marks.ts";

type Ctx = RequestCtx<MemberPrincipal>;

/** Marks everything up to a revision as read by the member; the visitor sees "Seen". */
export async function markRead(ctx: Ctx, conversationId: ConversationId, revision: number) {
  const { projectId, accountId } = ctx.caller;
  const [marks] = await ctx.db.commitAndRead(
    [writeRead(projectId, conversationId, accountId, revision), writeTeamRead(projectId, conversationId, revision)],
    readMarks(projectId, conversationId, accountId),
  );
  if (!marks) throw notFound();
  ctx.after(
    publishToVisitor(ctx.env, projectId, marks.contactId, {
      type: "seen",
      conversationId,
      revision: Math.min(revision, marks.readRevision),
      by: "operator",
    }),
  );
  return { readRevision: marks.readRevision };
}
export async function markUnread(ctx: Ctx, conversationId: ConversationId) {
  const { projectId, accountId } = ctx.caller;
  const [marks] = await ctx.db.commitAndRead(
    [writeUnread(projectId, conversationId, accountId)],
    readMarks(projectId, conversationId, accountId),
  );
  if (!marks) throw notFound();
  return { readRevision: marks.readRevision };
}
