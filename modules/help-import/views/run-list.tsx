// Earlier runs, the newest first.
import { call } from "#dashboard/api.ts";
import { Chip } from "#dashboard/ui/chip.tsx";
import { PagedList } from "#dashboard/ui/paged-list.tsx";
import { RunRow } from "#dashboard/ui/run-row.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { importsPath } from "#modules/articles/contract";
import { listImports } from "../contract.ts";
import { sourceName, stateLabel } from "./labels.ts";

export function RunList({ projectId }: { projectId: string }) {
  const list = useInfiniteQuery({
    queryKey: [listImports.name, projectId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listImports>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) => call(listImports, { params: { projectId }, query: { cursor: pageParam }, signal }),
    staleTime: 0,
  });
  return (
    <section aria-labelledby="imports-before" className="mt-3 grid grid-cols-1 gap-3">
      <h2 id="imports-before" className="text-md font-semibold">
        {m.help_import_before()}
      </h2>
      <PagedList list={list} none={m.help_import_before_none()} more={m.help_import_older()}>
        {(run) => {
          const { label, tone } = stateLabel(run);
          return (
            <RunRow
              key={run.id}
              to={`${importsPath(projectId)}/${run.id}`}
              name={run.name}
              at={run.createdAt}
              facts={[sourceName(run), ...(run.createdBy === null ? [] : [run.createdBy])]}
            >
              <Chip tone={tone}>{label}</Chip>
              {run.dry && run.state !== "done" && <Chip>{m.help_import_dry()}</Chip>}
            </RunRow>
          );
        }}
      </PagedList>
    </section>
  );
}
