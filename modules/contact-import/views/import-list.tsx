// Earlier imports, the newest first.
import { call } from "#dashboard/api.ts";
import { Chip } from "#dashboard/ui/chip.tsx";
import { PagedList } from "#dashboard/ui/paged-list.tsx";
import { RunRow } from "#dashboard/ui/run-row.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { contactImportPath, listContactImports } from "../contract.ts";
import { stateLabel } from "./labels.ts";

export function ImportList({ projectId }: { projectId: string }) {
  const list = useInfiniteQuery({
    queryKey: [listContactImports.name, projectId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listContactImports>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) => call(listContactImports, { params: { projectId }, query: { cursor: pageParam }, signal }),
    staleTime: 0,
  });
  return (
    <section aria-labelledby="imports-before" className="mt-3 grid grid-cols-1 gap-3">
      <h2 id="imports-before" className="text-md font-semibold">
        {m.contact_import_before()}
      </h2>
      <PagedList list={list} none={m.contact_import_before_none()} more={m.contact_import_older()}>
        {(one) => {
          const { label, tone } = stateLabel(one);
          return (
            <RunRow
              key={one.id}
              to={contactImportPath(projectId, one.id)}
              name={one.name}
              at={one.createdAt}
              facts={[m.contact_import_rows({ count: one.total }), ...(one.createdBy === null ? [] : [one.createdBy])]}
            >
              <Chip tone={tone}>{label}</Chip>
            </RunRow>
          );
        }}
      </PagedList>
    </section>
  );
}
