// The dialog in which a member says which company a contact belongs to, or that it has none.
import { useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { SearchInput } from "#dashboard/ui/search-input.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { useDebounced } from "#dashboard/ui/use-debounced.ts";
import { m } from "#messages";
import { useState } from "react";
import { type CompanyOfContact, listCompanies } from "../contract.ts";

/** Companies that are offered; more typing finds others. */
const OFFERED = 8;

interface DialogProps {
  readonly projectId: string;
  readonly of: CompanyOfContact;
  onClose(): void;
  /** Null: it has none. */
  onChoose(companyId: string | null): void;
  /** The domain decides again. */
  onClear(): void;
}
export default function ChooseDialog({ projectId, of, onClose, onChoose, onClear }: DialogProps) {
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim(), 200);
  const { data, error } = useRouteQuery(listCompanies, { params: { projectId } as never, query: q === "" ? {} : { q } });
  const found = data?.items.slice(0, OFFERED);
  return (
    <Dialog open onClose={onClose} title={m.companies_choose_title()} body={m.companies_choose_body()}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <SearchInput label={m.companies_search()} value={typed} onType={setTyped} />
        <div aria-live="polite" className="min-h-24">
          {error ? (
            <p role="alert" className="text-bad-text">
              {messageOf(error)}
            </p>
          ) : found === undefined ? (
            <Skeleton>
              <Bar className="my-2 h-4 w-60" />
              <Bar className="my-2 h-4 w-48" />
            </Skeleton>
          ) : found.length === 0 ? (
            <p className="text-muted">{q === "" ? m.companies_none() : m.companies_none_found()}</p>
          ) : (
            <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)]">
              {found.map(({ id, name, domains }) => (
                <li key={id}>
                  <button
                    type="button"
                    aria-current={of.company?.id === id || undefined}
                    onClick={() => onChoose(id)}
                    className="grid w-full min-w-0 rounded-sm px-2 py-1.5 text-start hover:bg-hover aria-current:bg-active pointer-coarse:min-h-11"
                  >
                    <span dir="auto" className="truncate font-medium">
                      {plain(name)}
                    </span>
                    {domains.length > 0 && <bdi className="truncate text-xs text-muted">{plain(domains.join(", "))}</bdi>}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          {of.by === "hand" && <Button onClick={onClear}>{m.companies_by_domain_again()}</Button>}
          {of.company !== null && <Button onClick={() => onChoose(null)}>{m.companies_remove()}</Button>}
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
        </div>
      </div>
    </Dialog>
  );
}
