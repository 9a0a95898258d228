// The steps for the whole help center: render again what a full run did not reach, store the site config, and close the help center.
import { seconds } from "#kernel/clock/index.ts";
import { newId, type ProjectId } from "#kernel/ids/index.ts";
import { writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readPublicProfile } from "#modules/projects";
import { parsePagePath } from "../addresses.ts";
import type { Center } from "../center.ts";
import { renderCollection, readCenter, LIST_START } from "../render-path.ts";
import { renderJob } from "#modules/articles";
import { writeForgetDuePages } from "../due-queries.ts";
import { readLatestRuns, writeRunFinished } from "../run-queries.ts";
import { GONE, listPages, siteConfigKey, pageKey, removePages, writeObjects } from "../store.ts";
import { storeArticleAt } from "./articles.ts";
import { storeHome } from "./lists.ts";
import { isBudgetSpent } from "./step.ts";

/** Longer than a job's lease (five minutes), so every job that was writing a page when the help center closed has ended by then. */
const SECOND_PASS_DELAY = seconds(6 * 60);

/** The clocks of the worker and of the object store differ by less than this. */
const SKEW = seconds(60);
/**
 * The last step of a full run. Checks every stored object that the run has not written: pages of removed languages, collections and addresses
 * become gone; articles and home pages are rendered again.
 */
export async function sweep(ctx: Ctx, projectId: ProjectId, from: string | undefined): Promise<string | undefined> {
  const prefix = pageKey(projectId, "");
  const listed = await listPages(ctx.env, projectId, 500, from);
  const center = await readCenter(ctx, projectId);
  const [latestRun] = await ctx.db.read(readLatestRuns(projectId));
  for (const { key, uploadedAt } of listed.objects) {
    // This run has just written the object, so it is current.
    if (latestRun?.startedAt && uploadedAt > latestRun.startedAt + SKEW) continue;
    const place = parsePagePath(key.slice(prefix.length));
    if (place?.kind === "article" && !place.markdown) await storeArticleAt(ctx, projectId, place.locale, place.slug);
    else if (place?.kind === "home") await storeHome(ctx, projectId, place.locale);
    else if (place?.kind === "collection" && !(await isCollectionPublished(ctx, center, place.locale, place.slug)))
      await writeObjects(ctx.env, [key], async () => [GONE]);
    if (isBudgetSpent(ctx)) return key;
  }
  return listed.more ? listed.objects.at(-1)?.key : undefined;
}
async function isCollectionPublished(ctx: Ctx, center: Center | undefined, locale: string, slug: string): Promise<boolean> {
  if (!center?.locales.includes(locale)) return false;
  // Page 1 stands for all pages: those after the last one were cleared by the collection's own step.
  const { rendered } = await renderCollection(ctx, center.projectId, { kind: "collection", locale, slug, page: 1 }, LIST_START);
  return rendered.kind !== "gone";
}

/** Stores the site config, which every page request reads first. A closed help center has none. */
export async function storeSiteConfig(ctx: Ctx, projectId: ProjectId): Promise<void> {
  const [profile] = await ctx.db.read(readPublicProfile(projectId));
  if (!profile) return;
  await writeObjects(ctx.env, [siteConfigKey(profile.slug)], async () => {
    const center = await readCenter(ctx, projectId);
    return [center ? { kind: "text", type: "application/json", body: JSON.stringify(center) } : GONE];
  });
}

/**
 * Closes the help center. The site config goes first, because without it no page can be found; then the pages are deleted. A second pass after
 * `SECOND_PASS_DELAY` deletes pages that jobs wrote meanwhile.
 */
export async function closeHelpCenter(ctx: Ctx, projectId: ProjectId, jobId: string): Promise<"again" | undefined> {
  await storeSiteConfig(ctx, projectId);
  const { objects, more } = await listPages(ctx.env, projectId, 500);
  await removePages(
    ctx.env,
    objects.map((o) => o.key),
  );
  if (more) return "again";
  const now = ctx.clock.now();
  await ctx.db.commit([
    writeRunFinished(projectId, jobId),
    writeForgetDuePages(projectId),
    ...(objects.length === 0
      ? []
      : [
          writeJobs(
            [
              {
                id: newId("job", now),
                kind: renderJob.kind,
                key: `help.close:${jobId}`,
                payload: { projectId },
                projectId,
                dueAt: now + SECOND_PASS_DELAY,
              },
            ],
            now,
          ),
        ]),
  ]);
  return undefined;
}
