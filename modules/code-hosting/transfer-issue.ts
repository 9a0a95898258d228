// An issue that was transferred to another repository at GitHub: there it has another id, and its old address leads to the new one.
import { hours } from "#kernel/clock/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { changeOf } from "./change-issue.ts";
import type { FoundIssue } from "./issue.ts";
import {
  readLinkCount,
  readRepositories,
  readStored,
  type StoredIssue,
  writeForgotten,
  writeMovedAway,
  writeSomeLinksMoved,
  writeVersion,
} from "./queries.ts";
import { tellOf, wakeTelling } from "./tell-conversations.ts";
import { writeAskIfStill } from "./webhook-queries.ts";

/** Links of one page. */
const PAGE = 200;
/** Until it is looked at again whether its repository was chosen; choosing it does that at once. */
const MOVED_AGAIN = hours(6);

/**
 * Stores where the issue is now. `last`: statements of the last batch. May be repeated from any point: until the last batch the issue has its
 * old id. One whose new repository the project has not chosen shows that, and nothing that stands there.
 */
export async function transferIssue(
  ctx: Ctx,
  issue: StoredIssue,
  found: FoundIssue,
  { etag, last = [] }: { etag: string | null; last?: readonly SQL[] },
): Promise<void> {
  const { projectId } = issue;
  const now = ctx.clock.now();
  const [chosen, known] = await ctx.db.read(readRepositories(projectId), readStored(projectId, found.remoteId));
  if (known && known.id !== issue.id) return await joinIssues(ctx, issue, known, last);
  if (!chosen.some((name) => name.toLowerCase() === found.repository.toLowerCase()))
    return void (await ctx.db.commit([writeMovedAway(issue, found, now + MOVED_AGAIN), ...last]));
  // Its time there may be older than what was told of it here; it is the same issue all the same.
  const change = changeOf(issue, { ...found, changedAt: Math.max(found.changedAt, issue.changedAt) }, { etag, now });
  await ctx.db.commit([...change.statements, writeAskIfStill(projectId, issue, now), ...last]);
  wakeTelling(ctx, change.jobIds);
}

/** Somebody has linked it at its new place already: the conversations of both are linked with that one. */
async function joinIssues(ctx: Ctx, issue: StoredIssue, known: StoredIssue, last: readonly SQL[]): Promise<void> {
  const { projectId } = issue;
  for (;;) {
    const [left] = await ctx.db.read(readLinkCount(projectId, issue.id, 1));
    if (left === 0) break;
    const moved = await ctx.db.commit(writeSomeLinksMoved(projectId, issue.id, known.id, PAGE));
    // The other one was forgotten meanwhile: the next look begins anew.
    if (moved.every((count) => count === 0)) return;
  }
  const now = ctx.clock.now();
  const tell = tellOf({ projectId, issueId: known.id, version: known.version + 1, now }, sql`changes() > 0`);
  await ctx.db.commit([writeVersion(known), tell.statement, writeForgotten(projectId, [issue.id]), ...last]);
  wakeTelling(ctx, [tell.jobId]);
}
