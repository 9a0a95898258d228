// Deletes a canned reply, and restores it.
import { notFound } from "#kernel/errors/index.ts";
import type { CannedReplyId } from "#kernel/ids/index.ts";
import type { CannedReply } from "./contract.ts";
import { onlyAdminsShare, shortcutTaken } from "./errors.ts";
import { readReply, readReplyOrDeleted, writeDeleted, writeRestored } from "./queries.ts";
import { auditShared, type Ctx, isAdmin } from "./save-reply.ts";

/** Deleting again is answered like the first time. */
export async function deleteReply(ctx: Ctx, id: CannedReplyId): Promise<{ ok: true }> {
  const { projectId, accountId, role } = ctx.caller;
  const [reply] = await ctx.db.read(readReplyOrDeleted(projectId, accountId, id));
  if (!reply) throw notFound();
  if (reply.shared && role === "operator") throw onlyAdminsShare();
  await ctx.db.commit([
    writeDeleted(projectId, accountId, id, isAdmin(ctx), ctx.clock.now()),
    ...auditShared(ctx, reply.shared, "canned_replies.deleted", reply, undefined),
  ]);
  return { ok: true };
}

export async function restoreReply(ctx: Ctx, id: CannedReplyId): Promise<{ reply: CannedReply }> {
  const { projectId, accountId, role } = ctx.caller;
  const [before] = await ctx.db.read(readReplyOrDeleted(projectId, accountId, id));
  if (!before) throw notFound();
  if (before.shared && role === "operator") throw onlyAdminsShare();
  const [reply] = await ctx.db.commitAndRead(
    [
      writeRestored(projectId, accountId, id, isAdmin(ctx)),
      ...auditShared(ctx, before.shared, "canned_replies.restored", undefined, before),
    ],
    readReply(projectId, accountId, id),
  );
  if (!reply) throw shortcutTaken(before.shortcut);
  return { reply };
}
