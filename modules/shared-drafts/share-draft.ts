// Drafts that a member lets the team read, and the list of their own.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { announceChanged } from "#modules/live-updates";
import { isMember } from "#modules/projects";
import { m } from "#messages";
import { readSharedDrafts } from "./contract.ts";
import {
  type ProgramDraft,
  readConversationsWithProgramDrafts,
  readOwnDrafts,
  readShared,
  type Shared,
  type SharedDraft,
  writeShared,
  writeUnshared,
} from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
export interface Answer {
  readonly own: boolean;
  readonly others: SharedDraft[];
  readonly programs: ProgramDraft[];
}

export async function ownDrafts(ctx: Ctx): Promise<{ conversationIds: ConversationId[]; byPrograms: ConversationId[] }> {
  const [conversationIds, byPrograms] = await ctx.db.read(
    readOwnDrafts(ctx.caller.projectId, ctx.caller.accountId),
    readConversationsWithProgramDrafts(ctx.caller.projectId),
  );
  return { conversationIds, byPrograms };
}

export const answerOf = ({ caller }: Ctx, shared: Shared | undefined): Answer => {
  if (!shared) throw notFound();
  return {
    own: shared.members.some(({ accountId }) => accountId === caller.accountId),
    others: shared.members.filter(({ accountId }) => accountId !== caller.accountId),
    programs: shared.programs,
  };
};
export async function sharedDrafts(ctx: Ctx, conversationId: ConversationId): Promise<Answer> {
  const [shared] = await ctx.db.read(readShared({ projectId: ctx.caller.projectId, conversationId }));
  return answerOf(ctx, shared);
}

/** Throws `conflict` when there is no draft to share. */
export async function shareDraft(ctx: Ctx, conversationId: ConversationId, share: boolean): Promise<Answer> {
  const { projectId, accountId } = ctx.caller;
  const place = { projectId, conversationId };
  const [shared] = await ctx.db.commitAndRead(
    [share ? writeShared(place, accountId, ctx.clock.now(), isMember(projectId, accountId)) : writeUnshared(place, accountId)],
    readShared(place),
  );
  const answer = answerOf(ctx, shared);
  if (share && !answer.own) throw conflict(m.shared_drafts_nothing_written());
  announceChanged(ctx, projectId, readSharedDrafts);
  return answer;
}
