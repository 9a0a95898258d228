// The job that renders public pages. Whoever changes what readers see stores it in the same batch; the help center handles it.
import { idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { job, type NewJob } from "#kernel/jobs/index.ts";
import * as v from "valibot";

/**
 * What is drawn anew: an article's pages with what stands beside it (`articleId`; after every publish, unpublish, archive or
 * change of audience), every article of a collection (`collectionId`; after moves and new orders), or the whole help center
 * (`all`; settings, names, many changes at once). Lists, sitemap and home follow by themselves; without any of the three, only these.
 */
export const renderJob = job(
  "help.render",
  v.object({
    projectId: idOf("project"),
    articleId: v.optional(idOf("article")),
    /** Readers lose it: every page that names it is drawn anew. */
    hidden: v.optional(v.boolean()),
    /** Where it stood, of an article that is removed in the same batch: nothing else knows that afterwards. */
    paths: v.optional(v.array(v.string())),
    collectionId: v.optional(idOf("collection")),
    all: v.optional(v.boolean()),
  }),
);

/** A new rendering of the whole help center, to be stored with what made it necessary. */
export function renderAll(projectId: ProjectId, now: number): NewJob {
  const id = newId("job", now);
  return { id, kind: renderJob.kind, key: `${renderJob.kind}:${id}`, payload: { projectId, all: true }, projectId, dueAt: now };
}
