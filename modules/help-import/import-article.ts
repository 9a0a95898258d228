// Imports one article of the source in one language. Its report row decides the batch.
import { sha256 } from "#kernel/auth/index.ts";
import { type ArticleId, type CollectionId, newId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { sql, type SQL } from "#kernel/db/index.ts";
import type { Audience } from "#modules/retrieval/contract";
import { MAX_ARTICLE, MAX_SUMMARY, MAX_TITLE } from "#modules/articles/contract";
import { readArticleBy, type Draft, isActiveArticle, writeArticle, writeDraft, writeFirstDraft } from "#modules/articles";
import { followAudience, followNotes } from "./follow-audience.ts";
import { downloadImages } from "./images.ts";
import type { SourceArticle } from "./platforms/index.ts";
import {
  isAttempt,
  type ImportedItem,
  mayWork,
  type NewRow,
  type Note,
  type Run,
  sourceKey,
  textBefore,
  type ItemKey,
  writeCounted,
  writeDeleteUnfinishedArticles,
  writeItem,
  writeRow,
} from "./queries.ts";
import { filesIn, type Follow, followFor, notesOf, type ArticlePlan, planFor } from "./rules.ts";

/** State that the articles of a page share. */
export interface ImportContext {
  readonly run: Run;
  /** Maps a locale of the source to ours. */
  readonly languageOf: (written: string) => string | undefined;
  /** Languages of the help center; texts in others get a note, because they have no pages yet. */
  readonly offered: readonly string[];
  readonly imported: readonly ImportedItem[];
  readonly said: ReadonlySet<string>;
  /** Our collections by the source's ids. */
  readonly collections: ReadonlyMap<string, CollectionId>;
}

/** A changed hash means that the article changed in the source. */
const hashOf = (a: SourceArticle): string => sha256(JSON.stringify([a.title, a.summary, a.html, a.draft, a.restricted]));
const MAX_NOTES = 30;

const oneLine = (text: string): string =>
  text
    .replaceAll(/\p{Cc}+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Does what the rules decided for the article. Repeating it changes nothing. */
export async function importArticle(ctx: Ctx, around: ImportContext, article: SourceArticle): Promise<void> {
  const { run } = around;
  const locale = around.languageOf(article.locale);
  const which: ItemKey = { sourceId: article.id, locale: locale ?? article.locale.slice(0, 30) };
  if (around.said.has(`${which.sourceId}/${which.locale}`)) return;
  const hash = hashOf(article);
  const imported = around.imported.find((one) => one.sourceId === which.sourceId && one.locale === which.locale);
  const wish = planFor(article, locale, hash, imported, run.options);
  const siblings = around.imported.filter((one) => one.sourceId === which.sourceId);
  const follow = followFor(article, locale, siblings, wish.outcome, run.options);
  const notes: Note[] = [...followNotes(follow), ...notesOf(article, run.outline)];
  const title = oneLine(article.title);
  if (title.length > MAX_TITLE) notes.push(["title_cut", title.slice(0, 400)]);
  const row: NewRow = {
    ...which,
    title: title.slice(0, MAX_TITLE),
    url: article.url?.slice(0, 2000) ?? null,
    outcome: wish.outcome,
    reason: wish.reason,
    articleId: imported?.articleId ?? null,
    notes,
    open: false,
    publish: wish.publish,
    attempt: newId("helpImport", ctx.clock.now()),
  };
  if (wish.outcome !== "created" && wish.outcome !== "updated") return await writeDryRow(ctx, run, row, follow);
  const images = new Set<string>();
  const first = await markdown(article, (url) => void images.add(url));
  if (first.length > MAX_ARTICLE) return await writeDryRow(ctx, run, { ...row, outcome: "skipped", reason: "too_long" }, follow);
  if (article.draft) notes.push(["draft", ""]);
  if (article.restricted && !notes.some(([code]) => code === "segment")) notes.push(["restricted", ""]);
  if (first.trim() === "") notes.push(["empty", ""]);
  notes.push(...filesIn(first).map((url): Note => ["file_link", url.slice(0, 400)]));
  if (!around.offered.includes(which.locale)) notes.push(["language_not_offered", which.locale]);
  if (run.dry)
    return await writeDryRow(ctx, run, images.size === 0 ? row : { ...row, notes: [...notes, ["images", String(images.size)]] }, follow);

  const articleId = imported?.articleId ?? (await articleFor(ctx, around, article, wish));
  if (articleId === undefined) return await writeDryRow(ctx, run, { ...row, outcome: "kept", reason: "removed_here" }, follow);
  const { kept, failed } = await downloadImages(ctx, run.projectId, articleId, [...images]);
  notes.push(...failed.slice(0, MAX_NOTES).map((url): Note => ["image_failed", url.slice(0, 400)]));
  const content = await markdown(article, (url) => kept.get(url));
  if (content.length > MAX_ARTICLE) return await writeDryRow(ctx, run, { ...row, outcome: "skipped", reason: "too_long" }, follow);
  const as = { imported, hash, audience: wish.audience, follow };
  await store(ctx, run, { ...row, articleId, notes, open: true }, as, {
    projectId: run.projectId,
    articleId,
    locale: which.locale,
    title: row.title,
    summary: oneLine(article.summary).slice(0, MAX_SUMMARY),
    content,
    slug: undefined,
    by: run.by,
    now: ctx.clock.now(),
  });
}

async function markdown(article: SourceArticle, image: (url: string) => string | undefined | void): Promise<string> {
  const { markdownOf } = await import("#kernel/rich-text/from-html.ts");
  return markdownOf(article.html.replaceAll("\0", ""), { base: article.url ?? undefined, image: (url) => image(url) ?? undefined });
}

/** For a dry run: only writes the report row. */
async function writeDryRow(ctx: Ctx, run: Run, row: NewRow, follow: Follow | undefined): Promise<void> {
  const { statements, begin } = await followAudience(ctx, run, row, follow);
  const [said] = await ctx.db.commit([
    writeRow(run, row, sql`NULL`, sql`1`),
    writeCounted(run, row.outcome, isAttempt(run, row, row.attempt)),
    ...statements,
  ]);
  if (said === 1) begin();
}

interface DraftDecision {
  readonly imported: ImportedItem | undefined;
  readonly hash: string;
  readonly audience: Audience;
  readonly follow: Follow | undefined;
}
async function store(ctx: Ctx, run: Run, row: NewRow, { imported, hash, audience, follow }: DraftDecision, draft: Draft): Promise<void> {
  const { statements, begin } = await followAudience(ctx, run, row, follow);
  const done = isAttempt(run, row, row.attempt);
  const { projectId, articleId, locale } = draft;
  const text = sql`SELECT 1 FROM help_article_texts WHERE project_id = ${projectId} AND article_id = ${articleId} AND locale = ${locale}`;
  const unchanged: SQL = imported === undefined ? sql`NOT EXISTS (${text})` : sql`EXISTS (${text} AND revision = ${imported.revision})`;
  const [stored] = await ctx.db.commit([
    writeRow(
      run,
      row,
      imported === undefined ? sql`NULL` : textBefore(projectId, articleId, locale, imported.hash),
      sql`${unchanged} AND ${isActiveArticle(projectId, articleId)}`,
    ),
    imported === undefined ? writeFirstDraft(draft, done) : writeDraft(draft, imported.revision, done),
    writeItem(run, row, { articleId, hash, publish: row.publish, audience }, done),
    writeCounted(run, row.outcome, done),
    ...statements,
  ]);
  // Somebody edited the article in between, or the run was stopped.
  if (stored === 0) {
    const reason = imported === undefined ? "exists" : "edited_here";
    await writeDryRow(ctx, run, { ...row, outcome: "kept", reason, open: false, publish: false }, follow);
    await ctx.db.commit([writeDeleteUnfinishedArticles(run)]);
  } else begin();
}

/** The article that holds the languages of the source's article; creates it if needed. Undefined if a member deleted it. */
async function articleFor(ctx: Ctx, around: ImportContext, article: SourceArticle, wish: ArticlePlan): Promise<ArticleId | undefined> {
  const { run } = around;
  const sibling = around.imported.find((one) => one.sourceId === article.id);
  if (sibling !== undefined) return sibling.article === "active" ? sibling.articleId : undefined;
  const now = ctx.clock.now();
  const clientId = sourceKey(run, article.id);
  const collectionId = article.collection === null ? null : (around.collections.get(article.collection) ?? null);
  const [found] = await ctx.db.commitAndRead(
    [
      writeArticle(
        {
          id: newId("article", now),
          projectId: run.projectId,
          clientId,
          collectionId,
          audience: wish.audience,
          assistant: true,
          by: run.by,
          now,
        },
        mayWork(run),
      ),
    ],
    readArticleBy(run.projectId, clientId),
  );
  return found === undefined || found.archivedAt !== null ? undefined : found.id;
}
