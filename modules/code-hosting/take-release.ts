// A release of a repository: the issues that were closed as completed before it are released with it.
import { sql } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import type { Release } from "./release.ts";
import { readUnreleased, writeReleased } from "./release-queries.ts";
import { tellOf, wakeTelling } from "./tell-conversations.ts";

/** Issues of one page, and pages of one call; what is beyond follows with the next look at the releases. */
const PAGE = 40;
const PAGES = 10;

/**
 * May be repeated: an issue is released once for each closing. `isRead`: the releases before it were read too, so that it is the first one also of
 * issues that were closed before anybody looked. Answers whether everything was stored.
 */
export async function takeRelease(
  ctx: Ctx,
  { projectId, repository, isRead }: { projectId: ProjectId; repository: string; isRead: boolean },
  release: Release,
): Promise<boolean> {
  const now = ctx.clock.now();
  for (let page = 0; page < PAGES; page += 1) {
    const [issues] = await ctx.db.read(readUnreleased({ projectId, repository, before: release.publishedAt, isRead }, PAGE));
    if (issues.length === 0) return true;
    const tells = issues.map(({ issueId, version }) => tellOf({ projectId, issueId, version: version + 1, now }, sql`changes() > 0`));
    await ctx.db.commit(
      issues.flatMap((issue, i) => [writeReleased(projectId, issue, release), ...(tells[i] ? [tells[i].statement] : [])]),
    );
    wakeTelling(
      ctx,
      tells.map(({ jobId }) => jobId),
    );
    if (issues.length < PAGE) return true;
  }
  return false;
}
