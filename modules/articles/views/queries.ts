// Queries that the article screens share.
import { call, queryClient, reading } from "#dashboard/api.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { type ArticleState, listArticles, listCollections, readArticle } from "../contract.ts";

const KEY = "help-articles";
export interface Which {
  readonly collection?: string | undefined;
  readonly state?: ArticleState | undefined;
  readonly locale?: string | undefined;
  readonly missing?: string | undefined;
  readonly q?: string | undefined;
}
/** A list of articles, page by page. */
export const articlesQuery = (projectId: string, { collection, state, locale, missing, q }: Which) =>
  infiniteQueryOptions({
    queryKey: [KEY, projectId, collection ?? "", state ?? "", locale ?? "", missing ?? "", q ?? ""],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listArticles, {
        params: { projectId },
        query: {
          cursor: pageParam,
          collection: collection as never,
          state,
          locale: locale as never,
          missing: missing as never,
          q: q || undefined,
        },
        signal,
      }),
    staleTime: 10_000,
  });
export const collectionsQuery = (projectId: string) => reading(listCollections, { params: { projectId } });
export const articleQuery = (projectId: string, articleId: string, locale: string | undefined) =>
  reading(readArticle, { params: { projectId, articleId }, query: { locale: locale as never } });
type Read = AnswerOf<typeof readArticle>;
/** Changes the cached article, wherever it is shown in this language. */
export function patchArticle(projectId: string, articleId: string, locale: string, change: Partial<Read>): void {
  for (const shown of [locale, undefined])
    queryClient.setQueryData<Read>(articleQuery(projectId, articleId, shown).queryKey, (held) =>
      held && (shown !== undefined || held.text?.locale === locale || held.text === null) ? { ...held, ...change } : held,
    );
}

/** After any change: lists and counts are read again. */
export async function rereadLists(projectId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [KEY, projectId] }),
    queryClient.invalidateQueries({ queryKey: collectionsQuery(projectId).queryKey }),
  ]);
}
