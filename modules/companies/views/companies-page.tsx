// Lists a project's companies by name, with a search by name or domain.
import { useProject } from "#dashboard/session.tsx";
import { useShortcut } from "#dashboard/shortcuts.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SearchInput } from "#dashboard/ui/search-input.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { useDebounced } from "#dashboard/ui/use-debounced.ts";
import { m } from "#messages";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Building2, Plus, Search } from "lucide-react";
import { useState } from "react";
import { companyPath } from "../contract.ts";
import { AddDialog } from "./add-dialog.tsx";
import { CompanyRows } from "./company-rows.tsx";
import { companiesQuery } from "./queries.ts";

export default function CompaniesScreen() {
  const { project } = useProject();
  return <Companies key={project.id} projectId={project.id} />;
}

function Companies({ projectId }: { projectId: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [adding, setAdding] = useState(false);
  const q = useDebounced(typed.trim(), 200);
  useShortcut("n", () => setAdding(true), { label: m.companies_add(), group: m.companies_title() });
  return (
    <Page
      title={m.companies_title()}
      width="wide"
      actions={
        <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
          {m.companies_add()}
        </Button>
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput label={m.companies_search()} value={typed} onType={setTyped} />
      </div>
      <Rows projectId={projectId} q={q} onClear={() => setTyped("")} onAdd={() => setAdding(true)} />
      {adding && (
        <AddDialog
          projectId={projectId}
          onClose={() => setAdding(false)}
          onAdded={({ id }) => void navigate({ to: companyPath(projectId, id) })}
        />
      )}
    </Page>
  );
}

interface RowsProps {
  readonly projectId: string;
  readonly q: string;
  onClear(): void;
  onAdd(): void;
}
function Rows({ projectId, q, onClear, onAdd }: RowsProps) {
  const { data, error, refetch, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...companiesQuery(projectId, q),
    placeholderData: keepPreviousData,
  });
  const companies = data?.pages.flatMap(({ items }) => items) ?? [];
  if (error && !data) return <ProblemState error={error} onRetry={() => void refetch()} />;
  if (isPending)
    return (
      <Skeleton>
        {Array.from({ length: 8 }, (_, row) => (
          <Bar key={row} className="my-3 h-5 w-full" />
        ))}
      </Skeleton>
    );
  if (companies.length === 0)
    return q === "" ? (
      <EmptyState
        icon={Building2}
        title={m.companies_none()}
        body={m.companies_none_body()}
        action={
          <Button variant="primary" icon={Plus} onClick={onAdd}>
            {m.companies_add()}
          </Button>
        }
      />
    ) : (
      <EmptyState
        icon={Search}
        title={m.companies_none_found()}
        body={m.companies_none_found_body()}
        action={<Button onClick={onClear}>{m.companies_show_all()}</Button>}
      />
    );
  return (
    <>
      <CompanyRows projectId={projectId} companies={companies} />
      {hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {m.companies_more()}
          </Button>
        </div>
      )}
    </>
  );
}
