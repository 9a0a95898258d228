// Starts syncs that are due, and does what follows from what happens to repositories and projects.
import { minutes } from "#kernel/clock/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import type { RepositoryFollower } from "#modules/code-hosting";
import { readDue, readStuck, writeChangedAt, writeDueLater, writeLeft, writeRenamed } from "./queries.ts";
import { endStuck } from "./sync/run-sync.ts";
import { writeSyncBegun } from "./sync/sync-job.ts";

export const follower: RepositoryFollower = {
  changed: (projectId, repository, now) => [writeChangedAt(projectId, repository, now)],
  renamed: (projectId, from, to) => [writeRenamed(projectId, from, to)],
  left: (projectId, repository, now) => writeLeft(projectId, repository, now),
};

const PER_TICK = 10;
/** Until one that is due is looked at again, while another sync of it runs. */
const AGAIN = minutes(2);
export async function followRepositories(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [due, stuck] = await ctx.db.read(readDue(now, PER_TICK), readStuck(PER_TICK));
  for (const s of due) {
    if (s.step !== null) {
      await ctx.db.commit([writeDueLater(s, now + AGAIN)]);
      continue;
    }
    const sync = writeSyncBegun(s, now, false);
    await ctx.db.commit(sync.statements);
    wakeJobs(ctx, [sync.jobId]);
  }
  for (const s of stuck) await endStuck(ctx, s);
}
