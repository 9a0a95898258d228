// Lists a project's contacts: search, filters that go together, order, and columns of the member's choice.
import { Slot } from "#dashboard/screen.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { useStore } from "#dashboard/store.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Select } from "#dashboard/ui/field.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SearchInput } from "#dashboard/ui/search-input.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { useDebounced } from "#dashboard/ui/use-debounced.ts";
import { m } from "#messages";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Columns3, Search, SlidersHorizontal, Users } from "lucide-react";
import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import type { ContactSort } from "../contract.ts";
import { problemOf, sortsOf } from "../contract.ts";
import { ContactRows, columnsFor } from "./list/contact-rows.tsx";
import { Filters } from "./list/filters.tsx";
import { SelectionBar } from "./list/selection-bar.tsx";
import { chooseColumns, columnsOf, filtersIn, listOf, withFilters } from "./list/state.ts";
import { contactsQuery, type ListQuery } from "./queries.ts";
import { type ContactField, contactField, contactListAction } from "./slots.ts";

const SORTS: Readonly<Record<ContactSort, () => string>> = {
  created: m.contacts_sort_created,
  seen: m.contacts_sort_seen,
  name: m.contacts_sort_name,
};

export default function ContactsScreen() {
  const { project } = useProject();
  return <Contacts key={project.id} projectId={project.id} />;
}

function Contacts({ projectId }: { projectId: string }) {
  const me = useMe().id;
  const chosen = listOf(projectId);
  const shown = useStore(chosen);
  const [typed, setTyped] = useState(shown.q ?? "");
  const [filtering, setFiltering] = useState(filtersIn(shown) > 0);
  const [fields, setFields] = useState<readonly ContactField[]>([]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const q = useDebounced(typed.trim(), 200);
  // A search looks at all contacts of the state, so it has no filters; they are back when it is cleared.
  const query: ListQuery = q === "" ? { ...shown, q: undefined } : { q, hidden: shown.hidden };
  const problem = problemOf(query);
  const list = useInfiniteQuery({ ...contactsQuery(projectId, query), placeholderData: keepPreviousData, enabled: problem === undefined });
  const contacts = list.data?.pages.flatMap((page) => page.items) ?? [];
  const columns = columnsFor(fields);
  const names = useStore(columnsOf(projectId, me));
  const declare = useCallback((declared: readonly ContactField[]) => setFields(declared), []);
  const toggle = (id: string): void =>
    setSelected((all) => new Set(all.has(id) ? [...all].filter((each) => each !== id) : [...all, id].slice(-MOST_SELECTED)));
  const picked = contacts.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const count = filtersIn(shown);
  const sorts = sortsOf(query);
  const sort = query.sort ?? sorts[0] ?? "created";
  return (
    <Page
      title={m.contacts_title()}
      width="wide"
      actions={
        <Suspense>
          <Slot of={contactListAction} projectId={projectId} />
        </Suspense>
      }
    >
      <Suspense>
        <Slot of={contactField} projectId={projectId} declare={declare} />
      </Suspense>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput label={m.contacts_search()} value={typed} onType={setTyped} />
        <Button
          icon={SlidersHorizontal}
          aria-expanded={filtering}
          onClick={() => setFiltering(!filtering)}
          className={count > 0 ? "text-accent-text!" : ""}
        >
          {count > 0 ? m.contacts_filters_on({ count }) : m.contacts_filters()}
        </Button>
        <Select
          aria-label={m.contacts_sort()}
          value={sort}
          options={Object.entries(SORTS).map(([value, label]) => ({
            value,
            label: label(),
            disabled: !sorts.includes(value as ContactSort),
          }))}
          onChange={(next) => chosen.set({ ...shown, sort: next as ContactSort })}
          className="w-auto"
        />
        <Menu
          align="end"
          items={columns.map(({ name, label }) => ({
            label,
            checked: names.includes(name),
            onSelect: () => chooseColumns(projectId, me, names.includes(name) ? names.filter((each) => each !== name) : [...names, name]),
          }))}
          trigger={<Button icon={Columns3}>{m.contacts_columns()}</Button>}
        />
      </div>
      {filtering && (
        <>
          {q !== "" && <p className="mb-3 text-xs text-muted">{m.contacts_search_without_filters()}</p>}
          {q === "" && <Filters projectId={projectId} list={shown} fields={fields} onChange={(next) => chosen.set(next)} />}
        </>
      )}
      {problem ? null : list.error && !list.data ? (
        <ProblemState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <TableSkeleton />
      ) : contacts.length === 0 && !list.hasNextPage ? (
        <Nothing
          q={q}
          filtered={count > 0}
          onClear={() => {
            setTyped("");
            chosen.set(withFilters({ hidden: false }, { hidden: false }));
          }}
        />
      ) : (
        <>
          <ContactRows
            projectId={projectId}
            contacts={contacts}
            columns={names.flatMap((name) => columns.filter((column) => column.name === name))}
            selected={selected}
            onToggle={toggle}
          />
          {list.hasNextPage && <More busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />}
          {picked.length > 0 && (
            <SelectionBar projectId={projectId} ids={picked} hidden={shown.hidden} onClear={() => setSelected(new Set())} />
          )}
        </>
      )}
    </Page>
  );
}
/** Each selected contact is a request of its own. */
const MOST_SELECTED = 50;

function Nothing({ q, filtered, onClear }: { q: string; filtered: boolean; onClear(): void }) {
  if (q !== "")
    return (
      <EmptyState
        icon={Search}
        title={m.contacts_none_found({ q })}
        body={m.contacts_none_found_body()}
        action={<Button onClick={onClear}>{m.contacts_clear_search()}</Button>}
      />
    );
  if (filtered)
    return (
      <EmptyState
        icon={SlidersHorizontal}
        title={m.contacts_none_filtered()}
        body={m.contacts_none_filtered_body()}
        action={<Button onClick={onClear}>{m.contacts_clear_filters()}</Button>}
      />
    );
  return <EmptyState icon={Users} title={m.contacts_none()} body={m.contacts_none_body()} />;
}

/** Loads the next page when it comes near; the button is for people who do not scroll. */
function More({ busy, onMore }: { busy: boolean; onMore(): void }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current || busy) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), { rootMargin: "400px" });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [busy, onMore]);
  return (
    <div ref={end} className="grid place-items-center p-4">
      <Button onClick={onMore} busy={busy}>
        {m.contacts_more()}
      </Button>
    </div>
  );
}

function TableSkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-5 pt-10">
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className="flex items-center gap-2.5">
            <Bar className="size-6 rounded-full!" />
            <Bar className="h-3 w-40" />
            <Bar className="ms-auto h-3 w-24" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
