// Applies an action to several articles, one after the other. It can be stopped, and reports each failure.
import { call, refusalOf } from "#dashboard/api.ts";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { archiveArticle, type ArticleSummary, changeArticle, publishArticle, restoreArticle } from "../contract.ts";

export interface Failed {
  readonly article: ArticleSummary;
  readonly why: string;
}
export interface Outcome {
  readonly done: number;
  readonly failed: readonly Failed[];
  /** Not processed, because somebody stopped or the connection was lost. */
  readonly left: readonly ArticleSummary[];
}

/** Runs the action for each article. Continues after a refusal, but stops when the connection or the session is lost. */
export async function forEachOf(
  articles: readonly ArticleSummary[],
  act: (article: ArticleSummary) => Promise<unknown>,
  { onStep, stopped }: { onStep(done: number): void; stopped(): boolean },
): Promise<Outcome> {
  const failed: Failed[] = [];
  let done = 0;
  for (const [index, article] of articles.entries()) {
    if (stopped()) return { done, failed, left: articles.slice(index) };
    onStep(index);
    try {
      await act(article);
      done += 1;
    } catch (error) {
      if (error instanceof CallError && (error.status === 0 || error.status === 401)) return { done, failed, left: articles.slice(index) };
      failed.push({ article, why: refusalOf(error) ?? reasonOf(error) });
    }
  }
  return { done, failed, left: [] };
}
const reasonOf = (error: unknown): string =>
  (error instanceof CallError && error.problem.issues?.[0]?.message) || m.dashboard_problem_unknown();

/** Publishes every language with unpublished changes. */
export async function publishAll(projectId: string, article: ArticleSummary): Promise<void> {
  for (const { locale, revision, version, changed } of article.locales)
    if (version === null || changed)
      await call(publishArticle, { params: { projectId, articleId: article.id, locale }, body: { revision } });
}
export const moveTo =
  (collectionId: string | null) =>
  async (projectId: string, article: ArticleSummary): Promise<unknown> =>
    await call(changeArticle, { params: { projectId, articleId: article.id }, body: { collectionId: collectionId as never } });
export const archive = async (projectId: string, { id }: ArticleSummary): Promise<unknown> =>
  await call(archiveArticle, { params: { projectId, articleId: id }, body: {} });
export const restore = async (projectId: string, { id }: ArticleSummary): Promise<unknown> =>
  await call(restoreArticle, { params: { projectId, articleId: id }, body: {} });
