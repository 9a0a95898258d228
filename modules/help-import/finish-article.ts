// The second pass of an import: now that every article exists, rewrites the links between them and publishes what is due.
import { wakeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { sql } from "#kernel/db/index.ts";
import { publicArticlePath } from "#modules/articles/contract";
import { buildPublication, readPublishable, writeDraft } from "#modules/articles";
import type { Source } from "./platforms/index.ts";
import {
  isOpen,
  isOurs,
  type Note,
  type Open,
  readLinkTargets,
  type Run,
  type LinkTarget,
  writeClosed,
  writeCounted,
  writeItemRevision,
  writeOldPaths,
} from "./queries.ts";
import { linkedIn, oldPaths, relinked } from "./rules.ts";

const MAX_NOTES = 60;

/** Links, old addresses and publication of one text in one batch. Repeating it changes nothing. */
export async function finishArticle(ctx: Ctx, run: Run, source: Source, open: Open): Promise<void> {
  const { projectId } = run;
  const { articleId, locale, sourceId } = open;
  const [text, targets] = await ctx.db.read(readPublishable(projectId, articleId, locale), readLinkTargets(run, [sourceId]));
  const now = ctx.clock.now();
  if (!text) return void (await ctx.db.commit([writeClosed(run, open, open.notes, sql`1`)]));
  const ids = linkedIn(text.content, source.articleAt);
  const found: LinkTarget[] = ids.length === 0 ? targets : (await ctx.db.read(readLinkTargets(run, ids)))[0];
  const { text: content, unknown } = relinked(text.content, source.articleAt, (id) => {
    const there = found.filter((one) => one.sourceId === id);
    const best = there.find((one) => one.locale === locale) ?? there[0];
    return best && publicArticlePath(text.projectSlug, best.locale, best.slug);
  });
  const notes: Note[] = [...open.notes, ...unknown.map((url): Note => ["link_unknown", url.slice(0, 400)])].slice(0, MAX_NOTES);
  const changed = content !== text.content;
  // A member has begun to edit the text, so the import leaves it alone.
  const ours = sql`${isOurs(run, open, articleId, text.revision)} AND ${isOpen(run, open)}`;
  const wants = open.publish && !text.archived && text.content.trim() !== "" && text.title.trim() !== "";
  const after = changed ? { ...text, content, revision: text.revision + 1 } : text;
  // The item follows the draft only if the draft was unchanged and its row open; only then does the item have the new revision, which the
  // other statements check.
  const stillOpen = isOpen(run, open);
  const done = sql`${isOurs(run, open, articleId, after.revision)} AND ${stillOpen}`;
  const published = wants ? await buildPublication({ projectId, articleId, locale }, after, run.by, now, done) : undefined;
  const live = sql`EXISTS (SELECT 1 FROM help_article_texts WHERE project_id = ${projectId} AND article_id = ${articleId} AND locale = ${locale} AND live_revision = ${after.revision})`;
  await ctx.db.commit([
    ...(changed
      ? [
          writeDraft(
            { projectId, articleId, locale, title: text.title, summary: text.summary, content, slug: undefined, by: run.by, now },
            text.revision,
            ours,
          ),
          writeItemRevision(run, open, sql`changes() > 0`),
        ]
      : []),
    writeOldPaths(projectId, articleId, locale, oldPaths(open.url), now, done),
    ...(published?.statements ?? []),
    ...(wants ? [writeCounted(run, "published", sql`${done} AND ${live}`)] : []),
    writeClosed(run, open, notes, done),
    // The text was edited meanwhile; it is left alone, and the report says so.
    writeClosed(run, open, [...notes, ["edited_meanwhile", ""]], sql`NOT ${isOurs(run, open, articleId, after.revision)}`),
  ]);
  if (published) wakeJobs(ctx, [published.job]);
}
