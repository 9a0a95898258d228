// Held work in the query cache.
import { call } from "#dashboard/api.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { listHolds } from "../contract.ts";

type Page = AnswerOf<typeof listHolds>;

export const holdsQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: [listHolds.name, projectId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) => call(listHolds, { params: { projectId } as never, query: { cursor: pageParam as never }, signal }),
  });
