// The job that renders public pages. Whoever changes what readers see stores it in the same batch; the help center handles it.
import { idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { job, type NewJob } from "#kernel/jobs/index.ts";
import * as v from "valibot";

/**
 * Renders the pages of an article and those that link to it (`articleId`; after publishing, unpublishing, archiving or a change of
 * audience), every article of a collection (`collectionId`; after moves and reordering), or the whole help center (`all`; after changes of
 * settings or names, or many changes at once). Lists, sitemap and home are always rendered; without any of the three, only these. After the
 * change of an article they follow as due pages (`due`), so that many changes at once render them once.
 */
export const renderJob = job(
  "help.render",
  v.object({
    projectId: idOf("project"),
    articleId: v.optional(idOf("article")),
    /** The article disappears for readers, so every page that names it is rendered again. */
    hidden: v.optional(v.boolean()),
    /** Paths of an article that is deleted in the same batch and cannot be read afterwards. */
    paths: v.optional(v.array(v.string())),
    collectionId: v.optional(idOf("collection")),
    all: v.optional(v.boolean()),
    /** Renders the pages that changes of articles have left due. */
    due: v.optional(v.boolean()),
  }),
);

/** A job that renders the whole help center, to be stored in the batch of the change that requires it. */
export function renderAll(projectId: ProjectId, now: number): NewJob {
  const id = newId("job", now);
  return { id, kind: renderJob.kind, key: `${renderJob.kind}:${id}`, payload: { projectId, all: true }, projectId, dueAt: now };
}
