// Renders what concerns the whole help center: removes stale objects, writes the manifest, or closes everything.
import { seconds } from "#kernel/clock/index.ts";
import { newId, type ProjectId } from "#kernel/ids/index.ts";
import { writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readPublicProfile } from "#modules/projects";
import { placeOf } from "../addresses.ts";
import type { Center } from "../center.ts";
import { drawCollection, readCenter, START } from "../draw-path.ts";
import { renderJob } from "#modules/articles";
import { readNewest, writeRunEnded } from "../run-queries.ts";
import { GONE, listPages, manifestKey, pageKey, removePages, writeObjects } from "../store.ts";
import { renderArticleAt } from "./articles.ts";
import { renderHome } from "./lists.ts";
import { isSliceFull } from "./step.ts";

/** Longer than the lease of a job (five minutes): every job that was writing when the help center closed has ended by then. */
const AFTER_CLOSING = seconds(6 * 60);

/** Clocks of the worker and the object store differ by less. */
const SKEW = seconds(60);
/** Rerenders objects that this run has not written, so that pages of removed languages, collections and addresses go. */
export async function sweep(ctx: Ctx, projectId: ProjectId, from: string | undefined): Promise<string | undefined> {
  const prefix = pageKey(projectId, "");
  const listed = await listPages(ctx.env, projectId, 500, from);
  const center = await readCenter(ctx, projectId);
  const [newest] = await ctx.db.read(readNewest(projectId));
  for (const { key, uploadedAt } of listed.objects) {
    // Written by this run.
    if (newest?.begunAt && uploadedAt > newest.begunAt + SKEW) continue;
    const place = placeOf(key.slice(prefix.length));
    if (place?.kind === "article" && !place.markdown) await renderArticleAt(ctx, projectId, place.locale, place.slug);
    else if (place?.kind === "home") await renderHome(ctx, projectId, place.locale);
    else if (place?.kind === "collection" && !(await isShelf(ctx, center, place.locale, place.slug)))
      await writeObjects(ctx.env, [key], async () => [GONE]);
    if (isSliceFull(ctx)) return key;
  }
  return listed.more ? listed.objects.at(-1)?.key : undefined;
}
async function isShelf(ctx: Ctx, center: Center | undefined, locale: string, slug: string): Promise<boolean> {
  if (!center?.locales.includes(locale)) return false;
  // Page 1 stands for all pages: those after the last one were cleared by the collection's own step.
  const { drawn } = await drawCollection(ctx, center.projectId, { kind: "collection", locale, slug, page: 1 }, START);
  return drawn.kind !== "gone";
}

/** Writes the manifest, which every page request reads first. */
export async function renderManifest(ctx: Ctx, projectId: ProjectId): Promise<void> {
  const [face] = await ctx.db.read(readPublicProfile(projectId));
  if (!face) return;
  await writeObjects(ctx.env, [manifestKey(face.slug)], async () => {
    const center = await readCenter(ctx, projectId);
    return [center ? { kind: "text", type: "application/json", body: JSON.stringify(center) } : GONE];
  });
}

/**
 * Writes the manifest first, so that no page can be found any more, then deletes the pages. Repeats that later, for jobs that were about to
 * write one.
 */
export async function close(ctx: Ctx, projectId: ProjectId, jobId: string): Promise<"again" | undefined> {
  await renderManifest(ctx, projectId);
  const { objects, more } = await listPages(ctx.env, projectId, 500);
  await removePages(
    ctx.env,
    objects.map((o) => o.key),
  );
  if (more) return "again";
  const now = ctx.clock.now();
  await ctx.db.commit([
    writeRunEnded(projectId, jobId),
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
                dueAt: now + AFTER_CLOSING,
              },
            ],
            now,
          ),
        ]),
  ]);
  return undefined;
}
