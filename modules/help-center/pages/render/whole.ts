// Renders the whole help center: removes stale objects, writes the manifest, or closes everything.
import { seconds } from "#kernel/clock/index.ts";
import { newId, type ProjectId } from "#kernel/ids/index.ts";
import { writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readFace } from "#modules/projects";
import { placeOf } from "../addresses.ts";
import type { Center } from "../center.ts";
import { drawCollection, readCenter, START } from "../draw-path.ts";
import { renderJob } from "#modules/articles";
import { readNewest, writeRunEnded } from "../run-queries.ts";
import { GONE, listPages, manifestKey, pageKey, removePages, settle } from "../store.ts";
import { renderAt } from "./articles.ts";
import { renderHome } from "./lists.ts";
import { enough } from "./step.ts";

/** Longer than the lease of a job: whatever wrote when the help center closed has ended. */
const AFTER_CLOSING = seconds(6 * 60);

/** Clocks of the worker and the bucket differ by less. */
const SKEW = seconds(60);
/** What lies in the bucket and should not: pages of languages, collections and addresses that are no more. */
export async function sweep(ctx: Ctx, projectId: ProjectId, from: string | undefined): Promise<string | undefined> {
  const prefix = pageKey(projectId, "");
  const listed = await listPages(ctx.env, projectId, 500, from);
  const center = await readCenter(ctx, projectId);
  const [newest] = await ctx.db.read(readNewest(projectId));
  for (const { key, uploadedAt } of listed.objects) {
    // This run has just drawn it.
    if (newest?.begunAt && uploadedAt > newest.begunAt + SKEW) continue;
    const place = placeOf(key.slice(prefix.length));
    if (place?.kind === "article" && !place.markdown) await renderAt(ctx, projectId, place.locale, place.slug);
    else if (place?.kind === "home") await renderHome(ctx, projectId, place.locale);
    else if (place?.kind === "collection" && !(await isShelf(ctx, center, place.locale, place.slug)))
      await settle(ctx.env, [key], async () => [GONE]);
    if (enough(ctx)) return key;
  }
  return listed.more ? listed.objects.at(-1)?.key : undefined;
}
async function isShelf(ctx: Ctx, center: Center | undefined, locale: string, slug: string): Promise<boolean> {
  if (!center?.locales.includes(locale)) return false;
  // Any page number: the pages after the last one went with their collection's own step.
  const { drawn } = await drawCollection(ctx, center.projectId, { kind: "collection", locale, slug, page: 1 }, START);
  return drawn.kind !== "gone";
}

/** What a reader's request begins with. */
export async function renderManifest(ctx: Ctx, projectId: ProjectId): Promise<void> {
  const [face] = await ctx.db.read(readFace(projectId));
  if (!face) return;
  await settle(ctx.env, [manifestKey(face.slug)], async () => {
    const center = await readCenter(ctx, projectId);
    return [center ? { kind: "text", type: "application/json", body: JSON.stringify(center) } : GONE];
  });
}

/** First nobody finds the pages any more, then they go. Once more later: a job may have been about to write one. */
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
