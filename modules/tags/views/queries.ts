// The list of tags in the query cache: names and colours for the ids that rows and events hold.
import { queryClient, reading, useRouteQuery } from "#dashboard/api.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { useEffect } from "react";
import { listTags, type Tag } from "../contract.ts";

export type TagList = AnswerOf<typeof listTags>;
const args = (projectId: string) => ({ params: { projectId } as never });
export const tagsKey = (projectId: string): readonly unknown[] => reading(listTags, args(projectId)).queryKey;

/** When a list was read again for an id that it did not have: a tag may be newer than the list, but not every time. */
const missed = new Set<string>();

/** The tags of the project; nothing is read for no ids. An id that is not among them has the list read again, once. */
export function useTags(projectId: string, ids: readonly string[] | undefined) {
  const query = useRouteQuery(listTags, args(projectId), { enabled: ids === undefined || ids.length > 0, staleTime: 5 * 60_000 });
  const { data } = query;
  const unknown = data && ids?.find((id) => !data.items.some((tag) => tag.id === id));
  useEffect(() => {
    if (unknown === undefined || missed.has(unknown)) return;
    missed.add(unknown);
    void queryClient.invalidateQueries({ queryKey: [listTags.name] });
  }, [unknown]);
  return query;
}
/** Reads the list ahead, so that the picker opens with it. */
export const prefetchTags = (projectId: string): void =>
  void queryClient.prefetchQuery({ ...reading(listTags, args(projectId)), staleTime: 5 * 60_000 });

/** Shows a new or changed tag at once. Returns a function that undoes it. */
export function putTag(projectId: string, tag: Tag): () => void {
  const key = tagsKey(projectId);
  const was = queryClient.getQueryData<TagList>(key);
  queryClient.setQueryData<TagList>(
    key,
    (held) =>
      held && {
        ...held,
        items: [...held.items.filter(({ id }) => id !== tag.id), tag].toSorted((a, b) => a.name.localeCompare(b.name)),
      },
  );
  return () => void (was && queryClient.setQueryData<TagList>(key, was));
}
