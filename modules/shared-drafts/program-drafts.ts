// Replies that programs draft for the team. A member puts them into the composer, or discards them; nothing sends them.
import type { MemberPrincipal, TokenPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ApiTokenId, ConversationId } from "#kernel/ids/index.ts";
import { announceChanged } from "#modules/live-updates";
import { readSharedDrafts } from "./contract.ts";
import { readProgramDraft, readShared, writeDiscarded, writeNoProgramDraft, writeProgramDraft } from "./queries.ts";
import { type Answer, answerOf } from "./share-draft.ts";

/**
 * Stores the program's draft of a reply in place of its earlier one; an empty text removes it. Members see it above the composer
 * until somebody answers the customer.
 * @param revision the newest revision that the program has read: what a customer wrote since is pointed out to members
 * @throws {Refusal} `not_found` for a conversation that does not exist for the program, which is one of a blocked or erased contact too
 */
export async function saveProgramDraft(
  ctx: RequestCtx<TokenPrincipal>,
  conversationId: ConversationId,
  draft: { readonly content: string; readonly revision: number },
): Promise<{ readonly isBehind: boolean }> {
  const { projectId, tokenId } = ctx.caller;
  const place = { projectId, conversationId };
  const [found] = await ctx.db.commitAndRead(
    [draft.content === "" ? writeNoProgramDraft(place, tokenId) : writeProgramDraft(place, { tokenId, ...draft, now: ctx.clock.now() })],
    readProgramDraft(place, tokenId),
  );
  if (!found?.isHere || (draft.content !== "" && !found.isStored)) throw notFound();
  announceChanged(ctx, projectId, readSharedDrafts);
  return { isBehind: found.isBehind };
}

/** Takes a program's draft off the screen for everybody, or puts it back. Safe to repeat. Throws `not_found`. */
export async function discardProgramDraft(
  ctx: RequestCtx<MemberPrincipal>,
  conversationId: ConversationId,
  tokenId: ApiTokenId,
  discarded: boolean,
): Promise<Answer> {
  const { projectId } = ctx.caller;
  const place = { projectId, conversationId };
  const [shared] = await ctx.db.commitAndRead([writeDiscarded(place, tokenId, discarded ? ctx.clock.now() : null)], readShared(place));
  const answer = answerOf(ctx, shared);
  announceChanged(ctx, projectId, readSharedDrafts);
  return answer;
}
