// Each minute: looks for releases in repositories of which issues wait for one, in case GitHub's word of it was lost, or never asked for.
import { minutes, seconds } from "#kernel/clock/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { askCodeHost, CodeHostError } from "./client.ts";
import { credentialOf } from "./credential.ts";
import { releaseOf } from "./release.ts";
import {
  readLongestWaiting,
  readReleasing,
  type Releasing,
  writeReleasesDue,
  writeReleasesLater,
  writeReleasesRead,
  writeReleaseUnknown,
} from "./release-queries.ts";
import { takeRelease } from "./take-release.ts";
import { codeHostingConfig } from "./variables.ts";

/** Repositories that one run asks for, and among how many it looks for them. */
const PER_TICK = 4;
const LOOKED = 100;
const AGAIN = minutes(30);
/** The newest releases. More are read only if an issue was closed before them, which was linked then, or during an outage. */
const NEWEST = 20;
/** Of a page; with the longest notes a hundred are larger than an answer may be. */
const PER_PAGE = 30;
const PAGES = 34;

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
  const startedAt = ctx.clock.now();
  const newest = listOf(answer.body);
  const [waitsSince = startedAt] = await ctx.db.read(readLongestWaiting(projectId, name));
  const { items, isAll } = await readBack(ctx, { token: credential.token, name, waitsSince }, newest);
  const { web } = codeHostingConfig(ctx.config);
  // The oldest first: an issue is released with the first one after it was closed.
  const releases = items.flatMap((one) => releaseOf(one, web) ?? []).toSorted((a, b) => a.publishedAt - b.publishedAt);
  const [oldest] = releases;
  if (!isAll && oldest) await ctx.db.commit([writeReleaseUnknown(projectId, name, oldest.publishedAt)]);
  let isWhole = true;
  for (const release of releases) isWhole = (await takeRelease(ctx, { projectId, repository: name, isRead: true }, release)) && isWhole;
  if (isWhole) await ctx.db.commit([writeReleasesRead(projectId, name, startedAt)]);
  return { etag: answer.etag, isWhole };
}
/** Throws `CodeHostError` unless it is a list: only an empty one says that there are no releases. */
function listOf(body: unknown): unknown[] {
  if (!Array.isArray(body)) throw new CodeHostError("unavailable");
  return body;
}

/** The newest releases, or as many as go back to when the issue was closed that waits for longest. `isAll`: that far, or to the first one. */
async function readBack(
  ctx: Ctx,
  { token, name, waitsSince }: { token: string; name: string; waitsSince: number },
  newest: unknown[],
): Promise<{ items: unknown[]; isAll: boolean }> {
  const { web } = codeHostingConfig(ctx.config);
  const goesBack = (items: unknown[]): boolean => items.some((one) => (releaseOf(one, web)?.publishedAt ?? Infinity) <= waitsSince);
  if (newest.length < NEWEST || goesBack(newest)) return { items: newest, isAll: true };
  const items: unknown[] = [];
  for (let page = 1; page <= PAGES; page += 1) {
    const { body } = await askCodeHost(ctx, token, `/repos/${name}/releases?per_page=${PER_PAGE}&page=${page}`);
    const found = listOf(body);
    items.push(...found);
    if (found.length < PER_PAGE || goesBack(found)) return { items, isAll: true };
  }
  return { items, isAll: false };
}
