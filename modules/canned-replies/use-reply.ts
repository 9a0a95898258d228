// Counts an insertion of a canned reply, and copies its files for the conversation.
import { actorOf } from "#kernel/auth/index.ts";
import { as, queryOne, sql } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { CannedReplyId, ConversationId } from "#kernel/ids/index.ts";
import { notErased } from "#modules/contacts";
import { contactOf, conversationExists } from "#modules/conversations";
import { copyFile, readKept } from "#modules/files";
import type { Attachment } from "#modules/files/contract";
import { isMember } from "#modules/projects";
import { readReply, writeUsed } from "./queries.ts";
import type { Ctx } from "./save-reply.ts";

/** A repetition with the same clientId counts nothing and answers the first copies. */
export async function useReply(
  ctx: Ctx,
  conversationId: ConversationId,
  id: CannedReplyId,
  clientId: string,
): Promise<{ attachments: Attachment[] }> {
  const { projectId, accountId } = ctx.caller;
  const may = sql`${isMember(projectId, accountId)} AND ${conversationExists(projectId, conversationId)} AND ${notErased(projectId, contactOf(projectId, conversationId))}`;
  const [reply, allowed] = await ctx.db.commitAndRead(
    [writeUsed(projectId, accountId, id, clientId, ctx.clock.now(), may)],
    readReply(projectId, accountId, id),
    queryOne(sql`SELECT ${may} ${as.number("may")}`, (row) => row.may !== 0),
  );
  if (!reply || allowed !== true) throw notFound();
  if (reply.files.length === 0) return { attachments: [] };
  const [kept] = await ctx.db.read(
    readKept(
      projectId,
      reply.files.map((file) => file.id),
    ),
  );
  const attachments: Attachment[] = [];
  for (const [place, file] of kept.entries()) {
    const copied = await copyFile(ctx, file, {
      ...{ projectId, owner: actorOf(ctx.caller), conversationId, clientId: `${clientId} ${place}`, place, when: may },
    });
    if (copied) attachments.push(copied);
  }
  return { attachments };
}
