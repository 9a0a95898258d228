// Who follows a conversation: by their own choice, and by what they do in it.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { AccountId, ConversationId } from "#kernel/ids/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conversationExists, type EventWrites } from "#modules/conversations";
import { announceChanged } from "#modules/live-updates";
import { writeNoNewsOf } from "#modules/notifications";
import { isMember } from "#modules/projects";
import { type FollowSettings, readFollowers } from "./contract.ts";
import { followsAutomatically, readAutomatic, readFollowersOf, writeAutomatic, writeFollower, writeNoFollower } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;

export async function followersOf(ctx: Ctx, id: ConversationId): Promise<{ accountIds: AccountId[] }> {
  const [accountIds] = await ctx.db.read(readFollowersOf(ctx.caller.projectId, id));
  if (!accountIds) throw notFound();
  return { accountIds };
}

/** Follows or stops. Whoever stops is not notified of what still waits to be mailed. */
export async function followConversation(
  ctx: Ctx,
  id: ConversationId,
  { follow }: { follow: boolean },
): Promise<{ accountIds: AccountId[] }> {
  const { projectId, accountId } = ctx.caller;
  const [accountIds] = await ctx.db.commitAndRead(
    follow
      ? [writeFollower(projectId, id, accountId, sql`${conversationExists(projectId, id)} AND ${isMember(projectId, accountId)}`)]
      : [writeNoFollower(projectId, id, accountId), writeNoNewsOf(projectId, accountId, id, ["replyToFollowed", "noteInFollowed"])],
    readFollowersOf(projectId, id),
  );
  if (!accountIds) throw notFound();
  announceChanged(ctx, projectId, readFollowers);
  return { accountIds };
}

/** Replies, notes and assignments make followers, in their own batch. */
export const followByActing: EventWrites = ({ projectId, conversationId }, { event, accountId }, done) => {
  const { name } = event.kind;
  const who =
    name === "assigned" ? (event.data["assigneeId"] as AccountId | null) : name === "message" || name === "note" ? accountId : undefined;
  return who ? [writeFollower(projectId, conversationId, who, sql`${done} AND ${followsAutomatically(projectId, who)}`)] : [];
};

export async function readSettings(ctx: Ctx): Promise<FollowSettings> {
  const [automatic] = await ctx.db.read(readAutomatic(ctx.caller.projectId, ctx.caller.accountId));
  return { automatic };
}
export async function changeSettings(ctx: Ctx, { automatic }: FollowSettings): Promise<FollowSettings> {
  const { projectId, accountId } = ctx.caller;
  const [now] = await ctx.db.commitAndRead(
    [writeAutomatic(projectId, accountId, automatic, isMember(projectId, accountId))],
    readAutomatic(projectId, accountId),
  );
  return { automatic: now };
}
