// Merges a tag into another one: the request marks it, a job moves its conversations page by page.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { idOf, newId, type ProjectId, type TagId } from "#kernel/ids/index.ts";
import { handle, job, wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { m } from "#messages";
import { announceChanged } from "#modules/live-updates";
import { audit, isMember } from "#modules/projects";
import * as v from "valibot";
import { listTags, type Tag } from "./contract.ts";
import { isMergingInto, readTag, writeAliasesMoved, writeMerge, writeMerged, writeMovedPage } from "./queries.ts";
import { ADMINS } from "./save-tag.ts";

/** Conversations of one batch. */
const PAGE = 100;
/** Statements that one invocation may spend. */
const ROOM = 60;

const merge = job("tags.merge", v.strictObject({ projectId: idOf("project"), tagId: idOf("tag") }));

/** From here on the tag counts as the other one everywhere; what it is attached to follows. Throws `conflict` if either cannot be merged. */
export async function mergeTag(ctx: RequestCtx<MemberPrincipal>, tagId: TagId, { into }: { into: TagId }): Promise<{ tag: Tag }> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const id = newId("job", now);
  const [before, target] = await ctx.db.read(readTag(projectId, tagId), readTag(projectId, into));
  if (!before || !target) throw notFound();
  const work = { id, kind: merge.kind, key: `tags.merge:${tagId}`, payload: { projectId, tagId }, projectId, dueAt: now };
  const [tag] = await ctx.db.commitAndRead(
    [
      writeMerge(projectId, tagId, into, isMember(projectId, accountId, ADMINS)),
      audit(ctx, "tags.merged", { detail: { name: before.name, into: target.name } }),
      writeAliasesMoved(projectId, tagId, into),
      writeJobs([work], now, isMergingInto(projectId, tagId, into)),
    ],
    readTag(projectId, tagId),
  );
  if (!tag) throw notFound();
  // A repetition finds it on its way, or there.
  if (tag.mergedInto !== into) throw conflict(tag.mergedInto === null ? m.tags_cannot_merge() : m.tags_was_merged());
  wakeJobs(ctx, [id]);
  announceChanged(ctx, projectId, listTags);
  return { tag };
}

/** May be repeated from any page: what was moved has left the tag. */
export const mergeJob = handle(merge, async (ctx, { projectId, tagId }) => {
  for (;;) {
    if (ctx.db.cost.statements > ROOM) return "again";
    const moved = await movePage(ctx, projectId, tagId);
    if (moved < PAGE) break;
  }
  await ctx.db.commit([writeMerged(projectId, tagId)]);
  announceChanged(ctx, projectId, listTags);
  return;
});

async function movePage(ctx: Parameters<Parameters<typeof handle>[1]>[0], projectId: ProjectId, tagId: TagId): Promise<number> {
  const [, , moved = 0] = await ctx.db.commit(writeMovedPage(projectId, tagId, PAGE));
  return moved;
}
