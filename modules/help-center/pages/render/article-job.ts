// The job of one article: renders its own pages at once, and leaves the pages that name it due. A later run renders those once for many
// changes (due.ts).
import { randomToken } from "#kernel/auth/index.ts";
import type { QueryResults } from "#kernel/db/index.ts";
import { type ArticleId, type CollectionId, isId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { wakeJobLater, wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readPaths, renderJob } from "#modules/articles";
import { readPlace } from "../article-queries.ts";
import type { Center } from "../center.ts";
import { DUE_RUN, noDueRunWaits, readDueRun, writeDuePages } from "../due-queries.ts";
import { type Replaced, storeAddresses } from "./articles.ts";
import { LONGEST_PAUSE } from "./due.ts";

export interface ArticleChange {
  readonly articleId: ArticleId;
  /** Readers lose the article, so every page that links to it is due. */
  readonly hidden?: boolean | undefined;
  /** A collection that it has left, if that is known. */
  readonly left?: CollectionId | undefined;
}

/** What `storeChangedArticle` needs, to be read together with something else. */
export const changeReads = (projectId: ProjectId, articleId: ArticleId, paths?: readonly string[]) =>
  [readPlace(projectId, articleId), readPaths(projectId, articleId, paths), readDueRun(projectId)] as const;
type ChangeRead = QueryResults<ReturnType<typeof changeReads>>;

/** Renders the article's own pages from an index on. Returns the index at which to resume, or undefined when done. */
export async function storeChangedArticle(
  ctx: Ctx,
  center: Center,
  change: ArticleChange,
  [place, addresses, lastRun]: ChangeRead,
  from: number,
): Promise<number | undefined> {
  const { articleId, hidden } = change;
  const collectionId = place?.collectionId ?? undefined;
  const asked = new Set<string>();
  let asking: Promise<void> = Promise.resolve();
  // Stored before the pages are, because what has changed is seen only in the pages that are replaced.
  const ask = (...pages: string[]): Promise<void> => {
    const more = pages.filter((page) => !asked.has(page));
    for (const page of more) asked.add(page);
    if (more.length > 0) asking = asking.then(() => leaveDue(ctx, center, more, lastRun?.nextFrom ?? 0));
    return asking;
  };
  const lists = ["home", `beside:${articleId}`, ...(collectionId ? [`collection:${collectionId}`] : [])];
  const leaving = (left: CollectionId | undefined): string[] => (left ? [`articles:${left}`, `collection:${left}`] : []);
  if (hidden === true) await ask("sitemap", ...lists, `linking:${articleId}`, ...leaving(change.left));
  const own: Replaced = async (before, now) => {
    const listed = now.kind === "page" ? now.line : undefined;
    const wasListed = before["kind"] === "page" ? (before["line"] ?? "") : undefined;
    const left = formerCollection(before, collectionId);
    if (listed === wasListed && left === undefined) return;
    await ask("sitemap", ...lists, ...leaving(left));
  };
  const rest = await storeAddresses(ctx, center, addresses, from, own);
  if (rest === undefined) await ask("sitemap");
  return rest;
}

/** The collection that the article was in when its page was last rendered, if it has left it since. */
function formerCollection(before: Readonly<Record<string, string>>, now: CollectionId | undefined): CollectionId | undefined {
  const shelf = before["shelf"];
  return shelf !== undefined && shelf !== now && isId("collection", shelf) ? shelf : undefined;
}

/** Leaves pages due, with a job that renders them: at once, or after the pause that the last such job asked for. */
async function leaveDue(ctx: Ctx, { projectId }: Center, pages: readonly string[], nextFrom: number): Promise<void> {
  const now = ctx.clock.now();
  const dueAt = Math.max(now, Math.min(nextFrom, now + LONGEST_PAUSE));
  const id = newId("job", now);
  const job = { id, kind: renderJob.kind, key: `${DUE_RUN}${id}`, payload: { projectId, due: true }, projectId, dueAt };
  const [, stored] = await ctx.db.commit([
    writeDuePages(projectId, pages, randomToken(12)),
    writeJobs([job], now, noDueRunWaits(projectId, dueAt)),
  ]);
  if (stored !== 1) return;
  if (dueAt === now) wakeJobs(ctx, [id]);
  else wakeJobLater(ctx, id, dueAt - now);
}
