// Stores a member's draft on the server, so that it is available on other devices.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { as, queryOne, sql } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId, FileId } from "#kernel/ids/index.ts";
import { notErased } from "#modules/contacts";
import { areUnattached } from "#modules/files";
import { contactErased, filesGone } from "./errors.ts";
import { isStoredOnward, writeDraft, writeDraftOnward, writeNoDraft, writeNoDraftOnward } from "./store/drafts.ts";
import { contactOf } from "./store/summaries.ts";
import { conversationExists } from "./store/write-batch.ts";

/** Stores the draft, of a merged or withdrawn conversation where that goes on; an empty one is removed. */
export async function saveDraft(
  ctx: RequestCtx<MemberPrincipal>,
  conversationId: ConversationId,
  kind: "reply" | "note",
  draft: { content: string; attachments: readonly FileId[]; was?: string | undefined; wasAttachments?: readonly FileId[] | undefined },
): Promise<{ ok: true }> {
  const { projectId, accountId } = ctx.caller;
  const empty = draft.content === "" && draft.attachments.length === 0;
  const free = areUnattached(projectId, actorOf(ctx.caller), draft.attachments);
  const here = notErased(projectId, contactOf(projectId, conversationId));
  const kept = { projectId, conversationId, accountId, kind, content: draft.content, fileIds: draft.attachments, now: ctx.clock.now() };
  const [state] = await ctx.db.commitAndRead(
    [
      ...(empty
        ? [
            writeNoDraft(projectId, conversationId, accountId, kind),
            ...(draft.was !== undefined ? [writeNoDraftOnward({ ...kept, content: draft.was }, draft.wasAttachments)] : []),
          ]
        : [writeDraftOnward(kept, sql`${free} AND ${here}`), writeDraft(kept, sql`${free} AND ${here} AND NOT ${isStoredOnward(kept)}`)]),
    ],
    queryOne(
      sql`SELECT ${conversationExists(projectId, conversationId)} ${as.number("found")}, ${free} ${as.number("free")}, ${here} ${as.number("here")}`,
      (row) => ({
        found: row.found !== 0,
        free: row.free !== 0,
        here: row.here !== 0,
      }),
    ),
  );
  if (!state?.found) throw notFound();
  if (!state.here && !empty) throw contactErased();
  if (!state.free) throw filesGone();
  return { ok: true };
}
