// What J, K and “the next conversation” go by while the list is not shown: on a phone, or when a member has hidden it.
import { afterPaint } from "#dashboard/after-paint.ts";
import { queryClient } from "#dashboard/api.ts";
import { holdKeysFor } from "#dashboard/key-queue.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { listQuery, threadQuery } from "#modules/live-inbox/views";
import { threadKeys } from "../thread-keys.ts";
import { useFilter } from "./filter.ts";
import { uniqueRows } from "./unique-rows.ts";
import { useSort } from "./use-sort.ts";
import { useListKeys } from "./use-list-keys.ts";

interface HiddenListProps {
  readonly projectId: string;
  readonly view: string;
  readonly selectedId: string;
  /** The path of a conversation in this view. */
  pathTo(conversationId: string): string;
}
export default function HiddenList({ projectId, view, selectedId, pathTo }: HiddenListProps) {
  const [filter] = useFilter(projectId);
  const [sort] = useSort(projectId, view);
  const { data } = useInfiniteQuery(listQuery(projectId, { view, filter, sort }));
  const navigate = useNavigate();
  useListKeys({
    rows: uniqueRows(data?.pages.flatMap((page) => page.items) ?? []),
    selectedId,
    onOpen(id) {
      if (id === selectedId) return;
      holdKeysFor(threadKeys(id), ["j", "k"]);
      // The way back leads to the list, not through every conversation.
      void navigate({ to: pathTo(id), replace: true });
    },
    onNear: (ids) => void afterPaint(() => ids.forEach((id) => void queryClient.prefetchQuery(threadQuery(projectId, id)))),
    scrollTo: () => undefined,
  });
  return null;
}
