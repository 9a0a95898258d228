// Moves an article to another collection, with undo.
import { call, toastProblem } from "#dashboard/api.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { type ArticleSummary, changeArticle, type CollectionList, orderArticles } from "../contract.ts";
import { rereadLists } from "./queries.ts";
import { collectionName } from "./labels.tsx";

/** The key of the list of articles without a collection. */
export const NONE = "none";
export const placeName = (list: CollectionList, id: string | null): string => {
  const collection = list.items.find((each) => each.id === id);
  return collection ? collectionName(collection, list.defaultLocale) : m.help_without_collection();
};

interface Move {
  readonly projectId: string;
  readonly list: CollectionList;
  readonly article: Pick<ArticleSummary, "id" | "collectionId">;
  readonly title: string;
  /** Null: out of its collection. */
  readonly to: string | null;
  /** The order of its current list, if it is completely loaded, so that undo can restore its place. */
  readonly order?: readonly string[] | undefined;
  announce(words: string): void;
}
const put = (projectId: string, articleId: string, to: string | null): Promise<unknown> =>
  call(changeArticle, { params: { projectId, articleId }, body: { collectionId: to as never } });

/** Moves the article to the end of the collection. The toast's undo puts it back in its old place. */
export async function moveArticle({ projectId, list, article, title, to, order, announce }: Move): Promise<void> {
  const { id, collectionId: from } = article;
  if (to === from) return;
  const back = async (): Promise<void> => {
    try {
      const seen = order?.filter((each) => each !== id);
      if (order && seen)
        await call(orderArticles, {
          params: { projectId },
          body: { collectionId: from as never, seen: seen as never, order: [...order] as never },
        }).catch(async (error: unknown) => {
          // The order has changed meanwhile, so it goes to the end of the list.
          if (error instanceof CallError && error.status === 409) return await put(projectId, id, from);
          throw error;
        });
      else await put(projectId, id, from);
      announce(m.help_moved_to({ title, collection: placeName(list, from) }));
    } catch (error) {
      toastProblem(error);
    }
    await rereadLists(projectId);
  };
  try {
    await put(projectId, id, to);
    const message = m.help_moved_to({ title, collection: placeName(list, to) });
    announce(message);
    toast({ title: message, tone: "ok", undo: () => void back() });
  } catch (error) {
    toastProblem(error);
  }
  await rereadLists(projectId);
}
