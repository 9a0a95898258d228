// The API reference: all operations of this release by their module, found by words, with examples.
import { SectionsPending } from "#dashboard/pending.tsx";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SearchInput } from "#dashboard/ui/search-input.tsx";
import { m } from "#messages";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { documentUrl, fits, readReference, type Reference } from "./document.ts";
import { OperationDetails } from "./operation-details.tsx";

export default function ReferencePage() {
  const { data, error, refetch } = useQuery({
    queryKey: ["api-reference"],
    queryFn: ({ signal }) => readReference(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Page
      title={m.api_tokens_reference()}
      lead={m.api_tokens_reference_lead()}
      width="wide"
      actions={
        <a href={documentUrl} download="seed-desk-openapi.json" className={buttonLink}>
          {m.api_tokens_reference_file()}
        </a>
      }
    >
      {data ? <Operations reference={data} /> : error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />}
    </Page>
  );
}

function Operations({ reference }: { readonly reference: Reference }) {
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const groups = reference.groups
    .map((group) => ({ ...group, operations: search === "" ? group.operations : group.operations.filter((each) => fits(each, search)) }))
    .filter(({ operations }) => operations.length > 0);
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchInput label={m.api_tokens_reference_search()} value={typed} onType={setTyped} />
        <p role="status" className="text-sm text-muted">
          {m.api_tokens_reference_found({ count })}
        </p>
      </div>
      {count === 0 ? (
        <EmptyState
          icon={Search}
          title={m.api_tokens_reference_none({ q: search })}
          action={<Button onClick={() => setTyped("")}>{m.api_tokens_reference_clear()}</Button>}
        />
      ) : (
        <div className="grid grid-cols-1 gap-3">
          {groups.map((group) => (
            <Group key={group.name} group={group} open={search !== "" && count <= MOST_OPEN} alone={search !== "" && count === 1} />
          ))}
        </div>
      )}
      <p className="mt-6 text-xs text-muted">{m.api_tokens_reference_changes()}</p>
    </>
  );
}
/** Of so many operations that fit a search, the groups are open. */
const MOST_OPEN = 60;

interface GroupProps {
  readonly group: Reference["groups"][number];
  readonly open: boolean;
  /** It holds the only operation that the search found. */
  readonly alone: boolean;
}
function Group({ group, open, alone }: GroupProps) {
  const [opened, setOpened] = useState(false);
  const shown = opened || open;
  return (
    <details open={shown} onToggle={(event) => setOpened(event.currentTarget.open)} className="min-w-0 rounded-lg border border-line">
      <summary className="cursor-pointer rounded-lg px-4 py-3 hover:bg-hover">
        <h2 className="inline font-mono text-sm font-semibold">{group.name}</h2>
        <span className="ms-2 text-xs text-muted">{m.api_tokens_reference_found({ count: group.operations.length })}</span>
        <span className="block text-sm text-muted">{group.description.replaceAll("`", "")}</span>
      </summary>
      {shown && (
        <ul className="grid grid-cols-1 border-t border-line">
          {group.operations.map((operation) => (
            <OperationDetails key={`${operation.operationId} ${alone}`} operation={operation} alone={alone} />
          ))}
        </ul>
      )}
    </details>
  );
}
