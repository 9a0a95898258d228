// Changes an article as a whole: audience, place, archive, restore, delete.
import { conflict, notFound } from "#kernel/errors/index.ts";
import { type ArticleId, newId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { sql } from "#kernel/db/index.ts";
import { m } from "#messages";
import { audit } from "#modules/projects";
import { articleDetail, type Ctx, mayPublish } from "./permissions.ts";
import { writesForHiddenTexts } from "./publication-writes.ts";
import type { ArticleSummary } from "./contract.ts";
import { isArchived, noCollection, notArchived } from "./errors.ts";
import { indexJob } from "./index-articles.ts";
import { isActiveCollection, readArticle } from "./queries.ts";
import { renderAfterRemoval, startRendering } from "./rendering.ts";
import {
  isActiveArticle,
  type Change,
  changesOf,
  differs,
  writeArchived,
  writeChange,
  writeDeleted,
  writeRestored,
  writeUnpublished,
} from "./writes.ts";

type Answer = { article: ArticleSummary };

/** Changes the article for readers at once. Its search documents are removed in the same batch and written anew for the new audience. */
export async function changeArticle(ctx: Ctx, id: ArticleId, change: Change): Promise<Answer> {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const kept = change.collectionId === undefined ? sql`1` : isActiveCollection(projectId, change.collectionId);
  const when = sql`${differs(projectId, id, change)} AND ${kept} AND ${mayPublish(ctx)}`;
  const { job, decides, done } = startRendering(
    projectId,
    { articleId: id, ...(change.audience === undefined || change.audience === "public" ? {} : { hidden: true }) },
    now,
    when,
  );
  const index = newId("job", now);
  const found = change.audience !== undefined || change.assistant !== undefined;
  const [stored] = await ctx.db.commit([
    decides,
    audit(
      ctx,
      found ? "help.audience_changed" : "help.moved",
      {
        detail: {
          ...articleDetail(projectId, id),
          ...(change.audience === undefined ? {} : { audience: change.audience }),
          ...(change.assistant === undefined ? {} : { assistant: change.assistant ? "on" : "off" }),
        },
        changes: changesOf(projectId, id, change),
      },
      done,
    ),
    writeChange(projectId, id, change, done),
    ...(found
      ? [
          ...(await writesForHiddenTexts(projectId, id, undefined, now, done)),
          writeJobs(
            [
              {
                id: index,
                kind: indexJob.kind,
                key: `${indexJob.kind}:${index}`,
                payload: { projectId, articleId: id },
                projectId,
                dueAt: now,
              },
            ],
            now,
            done,
          ),
        ]
      : []),
  ]);
  if (stored === 1) wakeJobs(ctx, found ? [job, index] : [job]);
  const [article] = await ctx.db.read(readArticle(projectId, id));
  if (!article) throw notFound();
  if (stored === 0) {
    if (article.archivedAt !== null) throw isArchived();
    if (change.collectionId !== undefined && article.collectionId !== change.collectionId) throw noCollection();
  }
  return { article };
}

/** Removes the article from the lists and from readers, in all languages. Repeating does nothing. */
export async function archiveArticle(ctx: Ctx, id: ArticleId): Promise<Answer> {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const { job, decides, done } = startRendering(
    projectId,
    { articleId: id, hidden: true },
    now,
    sql`${isActiveArticle(projectId, id)} AND ${mayPublish(ctx)}`,
  );
  const [stored] = await ctx.db.commit([
    decides,
    writeArchived(projectId, id, now, done),
    ...writeUnpublished(projectId, id, undefined, now, done),
    ...(await writesForHiddenTexts(projectId, id, undefined, now, done)),
    audit(ctx, "help.archived", { detail: articleDetail(projectId, id) }, done),
  ]);
  if (stored === 1) wakeJobs(ctx, [job]);
  return await readResult(ctx, id);
}
export async function restoreArticle(ctx: Ctx, id: ArticleId): Promise<Answer> {
  const { projectId } = ctx.caller;
  await ctx.db.commit([
    writeRestored(projectId, id, mayPublish(ctx)),
    audit(ctx, "help.restored", { detail: articleDetail(projectId, id) }, sql`changes() > 0`),
  ]);
  return await readResult(ctx, id);
}
/** Deletes an archived article with all its versions, irreversibly. `confirm` repeats its id. */
export async function deleteArticle(ctx: Ctx, id: ArticleId, confirm: ArticleId): Promise<{ ok: true }> {
  if (confirm !== id) throw conflict(m.articles_wrong_confirmation());
  const { projectId } = ctx.caller;
  const [article] = await ctx.db.read(readArticle(projectId, id));
  if (!article) throw notFound();
  if (article.archivedAt === null) throw notArchived();
  const now = ctx.clock.now();
  const archived = sql`EXISTS (SELECT 1 FROM help_articles WHERE project_id = ${projectId} AND id = ${id} AND archived_at IS NOT NULL) AND ${mayPublish(ctx)}`;
  const { job, decides, done } = startRendering(projectId, await renderAfterRemoval(ctx, projectId, id), now, archived);
  const [stored] = await ctx.db.commit([
    decides,
    ...(await writesForHiddenTexts(projectId, id, undefined, now, done)),
    // Before the texts are gone, from which it takes the title.
    audit(ctx, "help.deleted", { detail: articleDetail(projectId, id) }, done),
    ...writeDeleted(projectId, id, done),
  ]);
  if (stored === 0) throw notArchived();
  wakeJobs(ctx, [job]);
  return { ok: true };
}

async function readResult(ctx: Ctx, id: ArticleId): Promise<Answer> {
  const [article] = await ctx.db.read(readArticle(ctx.caller.projectId, id));
  if (!article) throw notFound();
  return { article };
}
