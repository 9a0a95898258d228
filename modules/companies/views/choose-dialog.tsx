// The dialog in which a company is chosen by name or domain.
import { useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { SearchInput } from "#dashboard/ui/search-input.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { useDebounced } from "#dashboard/ui/use-debounced.ts";
import { m } from "#messages";
import { type ReactNode, useState } from "react";
import { type Company, listCompanies } from "../contract.ts";

/** Companies that are offered; more typing finds others. */
const OFFERED = 8;

interface DialogProps {
  readonly projectId: string;
  readonly title: string;
  readonly body: string;
  /** The one that is chosen already. */
  readonly chosen: string | undefined;
  onClose(): void;
  onChoose(company: Company): void;
  /** Further buttons. */
  readonly children?: ReactNode;
}
export default function ChooseDialog({ projectId, title, body, chosen, onClose, onChoose, children }: DialogProps) {
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim(), 200);
  const { data, error } = useRouteQuery(listCompanies, { params: { projectId } as never, query: q === "" ? {} : { q } });
  const found = data?.items.slice(0, OFFERED);
  return (
    <Dialog open onClose={onClose} title={title} body={body}>
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
              {found.map((company) => (
                <li key={company.id}>
                  <button
                    type="button"
                    aria-current={chosen === company.id || undefined}
                    onClick={() => onChoose(company)}
                    className="grid w-full min-w-0 rounded-sm px-2 py-1.5 text-start hover:bg-hover aria-current:bg-active pointer-coarse:min-h-11"
                  >
                    <span dir="auto" className="truncate font-medium">
                      {plain(company.name)}
                    </span>
                    {company.domains.length > 0 && <bdi className="truncate text-xs text-muted">{plain(company.domains.join(", "))}</bdi>}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          {children}
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
        </div>
      </div>
    </Dialog>
  );
}
