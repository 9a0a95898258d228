// Each minute: looks for releases in repositories of which issues wait for one, in case GitHub's word of it was lost, or never asked for.
import { minutes, seconds } from "#kernel/clock/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { askCodeHost, CodeHostError } from "./client.ts";
import { credentialOf } from "./credential.ts";
import { releaseOf } from "./release.ts";
import { readReleasing, type Releasing, writeReleasesDue, writeReleasesLater } from "./release-queries.ts";
import { takeRelease } from "./take-release.ts";
import { codeHostingConfig } from "./variables.ts";

/** Repositories that one run asks for, and among how many it looks for them. */
const PER_TICK = 4;
const LOOKED = 100;
const AGAIN = minutes(30);
/** The newest releases; who published more within half an hour finds the oldest of them named. */
const NEWEST = 20;

export async function followReleases(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [due] = await ctx.db.read(readReleasing(now, LOOKED));
  const idle = due.filter(({ waits }) => !waits);
  if (idle.length > 0) await ctx.db.commit([writeReleasesLater(idle, now + AGAIN)]);
  for (const one of due.filter(({ waits }) => waits).slice(0, PER_TICK)) {
    try {
      const { etag, isWhole } = await look(ctx, one);
      await ctx.db.commit([writeReleasesDue(one, isWhole ? etag : null, isWhole ? now + AGAIN : now)]);
    } catch (error) {
      const wait = error instanceof CodeHostError ? Math.max(AGAIN, seconds(error.wait)) : AGAIN;
      if (!(error instanceof CodeHostError)) ctx.log.error("the releases of a repository could not be read", { error });
      await ctx.db.commit([writeReleasesDue(one, null, now + wait)]);
    }
  }
}

async function look(ctx: Ctx, { projectId, name, etag }: Releasing): Promise<{ etag: string | null; isWhole: boolean }> {
  const credential = await credentialOf(ctx, projectId);
  if (!credential) return { etag: null, isWhole: true };
  const answer = await askCodeHost(ctx, credential.token, `/repos/${name}/releases?per_page=${NEWEST}`, { etag });
  if (answer.status === 304) return { etag, isWhole: true };
  const { web } = codeHostingConfig(ctx.config);
  const releases = (Array.isArray(answer.body) ? answer.body : []).flatMap((one) => releaseOf(one, web) ?? []);
  // The oldest first: an issue is released with the first one after it was closed.
  let isWhole = true;
  for (const release of releases.toSorted((a, b) => a.publishedAt - b.publishedAt))
    isWhole = (await takeRelease(ctx, projectId, name, release)) && isWhole;
  return { etag: answer.etag, isWhole };
}
