// A repository that was renamed, transferred or deleted, whether GitHub told of it or it was seen.
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { announceChanged } from "#modules/live-updates";
import { listLinkedIssues } from "./contract.ts";
import { repositoryFollower } from "./extension.ts";
import type { StoredIssue } from "./queries.ts";
import type { Told } from "./webhook-payload.ts";
import { readChangedAt, writeRenamed, writeRepositoryDeleted, writeSomeDue, writeSomeMoved } from "./webhook-queries.ts";

/** Issues of one page, and pages, of a repository that was renamed or deleted; what is beyond follows when it is looked at. */
const PAGE = 200;
const PAGES = 10;

export async function takeRepository(
  ctx: Ctx,
  projectId: ProjectId,
  told: Extract<Told, { kind: "repository_renamed" | "repository_deleted" }>,
  now: number,
): Promise<void> {
  const name = told.kind === "repository_deleted" ? told.name : told.from;
  const [changedAt] = await ctx.db.read(readChangedAt(projectId, name));
  if (changedAt === undefined || changedAt >= told.changedAt) return;
  for (let page = 0; page < PAGES; page += 1) {
    const [moved = 0] = await ctx.db.commit([
      told.kind === "repository_deleted" ? writeSomeDue(projectId, name, now, PAGE) : writeSomeMoved(projectId, told, PAGE),
    ]);
    if (moved < PAGE) break;
  }
  const followers = ctx.registry.extensions.of(repositoryFollower);
  await ctx.db.commit(
    told.kind === "repository_deleted"
      ? [writeRepositoryDeleted(projectId, { ...told, now })]
      : [writeRenamed(projectId, told), ...followers.flatMap(({ renamed }) => renamed(projectId, told.from, told.to))],
  );
  announceChanged(ctx, projectId, listLinkedIssues);
}

/** An issue with the same id answers under another name. Whatever GitHub tells of the repository itself is newer. */
export async function takeRenamed(ctx: Ctx, { projectId, repository: from }: StoredIssue, to: string): Promise<void> {
  const [changedAt] = await ctx.db.read(readChangedAt(projectId, from));
  if (changedAt === undefined) return;
  await takeRepository(ctx, projectId, { kind: "repository_renamed", from, to, changedAt: changedAt + 1 }, ctx.clock.now());
}
