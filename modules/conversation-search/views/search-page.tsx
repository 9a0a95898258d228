// The page of the search: the field with filters, the conversations that were found, and recent and saved searches while nothing is typed.
import { CallError } from "#kernel/wire/route.ts";
import { Slot } from "#dashboard/screen.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { useDebounced } from "#dashboard/ui/use-debounced.ts";
import { m } from "#messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Bookmark, SearchX, X } from "lucide-react";
import { type KeyboardEvent, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { FILTERS, type FoundConversation, filterText, parseQuery, type TypedFilter } from "../contract.ts";
import { searchQuery, stillThere } from "./queries.ts";
import { rememberSearch } from "./recent.ts";
import { Result } from "./result.tsx";
import { type OfferedFilter, searchFilterChoices } from "./filter-slot.ts";
import { SearchBox } from "./search-box.tsx";
import { SaveDialog } from "./save-dialog.tsx";
import { Starts } from "./starts.tsx";

export default function SearchPage() {
  const { project, members } = useProject();
  const me = useMe().id;
  const navigate = useNavigate();
  const asked = (useSearch({ strict: false }) as { q?: string }).q ?? "";
  const [typed, setTyped] = useState(asked);
  const [isSaving, setSaving] = useState(false);
  const [others, setOthers] = useState<readonly OfferedFilter[]>([]);
  const declare = useCallback(
    (filter: OfferedFilter) => setOthers((all) => [...all.filter(({ name }) => name !== filter.name), filter]),
    [],
  );
  const field = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const settled = useDebounced(typed.trim(), 250);
  const q = typed.trim() === "" ? "" : settled;

  // The address follows what is typed, and the field follows the address where somebody else changes it, such as the way back.
  const shown = useRef(asked);
  useEffect(() => {
    if (asked === shown.current) return;
    shown.current = asked;
    setTyped(asked);
  }, [asked]);
  useEffect(() => {
    if (q === shown.current) return;
    shown.current = q;
    void navigate({ to: ".", search: (q === "" ? {} : { q }) as never, replace: true });
  }, [q, navigate]);
  useEffect(() => field.current?.focus(), []);

  const list = useInfiniteQuery(searchQuery(project.id, q));
  const refusal = list.error instanceof CallError && list.error.status === 400 ? list.error.problem.error : undefined;
  const items = refusal === undefined ? merged(stillThere(list.data?.pages.flatMap((page) => page.items) ?? [])) : [];
  const [first] = list.data?.pages ?? [];
  const change = (next: string): void => {
    setTyped(next);
    field.current?.focus();
  };
  const submit = (): void => {
    if (typed.trim() !== "") rememberSearch(me, project.id, typed.trim());
    moveIn(results.current, "first");
  };
  const opened = (): void => rememberSearch(me, project.id, q);

  const onKeys = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!moveIn(results.current, event.key === "ArrowDown" ? 1 : -1)) field.current?.focus();
    } else if (event.key === "Escape") field.current?.focus();
  };
  return (
    <Page
      title={m.conversation_search_title()}
      width="wide"
      actions={
        q !== "" &&
        refusal === undefined && (
          <Button icon={Bookmark} onClick={() => setSaving(true)}>
            {m.conversation_search_save()}
          </Button>
        )
      }
    >
      <div role="search" className="mb-3 grid gap-2">
        <SearchBox
          field={field}
          value={typed}
          onType={setTyped}
          onSubmit={submit}
          onDown={() => moveIn(results.current, "first")}
          problem={refusal}
          others={others}
        />
        <Suspense>
          <Slot of={searchFilterChoices} projectId={project.id} declare={declare} />
        </Suspense>
        <Filters q={typed} others={others} onChange={change} />
        <p id="search-problem" role="status" className={clsx("text-xs text-bad-text", refusal === undefined && "hidden")}>
          {refusal}
        </p>
      </div>
      {q === "" ? (
        <Starts projectId={project.id} me={me} onChoose={change} />
      ) : refusal !== undefined ? null : list.error && !list.data ? (
        <ProblemState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <ResultsSkeleton />
      ) : (
        <div
          ref={results}
          onKeyDown={onKeys}
          aria-busy={list.isPlaceholderData || undefined}
          className={clsx("grid gap-3", list.isPlaceholderData && "opacity-60")}
        >
          <p role="status" className={clsx("text-xs text-muted", items.length === 0 && "sr-only")}>
            {statusOf(items.length, first)}
          </p>
          {items.length === 0 && !list.hasNextPage ? (
            <EmptyState
              icon={SearchX}
              title={m.conversation_search_none()}
              body={first?.isIndexing ? m.conversation_search_indexing() : m.conversation_search_none_body()}
              action={<Button onClick={() => change("")}>{m.conversation_search_clear()}</Button>}
            />
          ) : (
            <ul aria-label={m.conversation_search_results()} className="grid grid-cols-1 gap-3">
              {items.map((found) => (
                <Result
                  key={found.id}
                  projectId={project.id}
                  found={found}
                  me={me}
                  assignee={members.find(({ accountId }) => accountId === found.assigneeId)?.name}
                  onOpen={opened}
                />
              ))}
            </ul>
          )}
          {list.hasNextPage && (
            <div className="grid place-items-center p-2">
              <Button onClick={() => void list.fetchNextPage()} busy={list.isFetchingNextPage}>
                {m.conversation_search_older()}
              </Button>
            </div>
          )}
        </div>
      )}
      {isSaving && <SaveDialog projectId={project.id} q={q} onClose={() => setSaving(false)} />}
    </Page>
  );
}

interface PageFacts {
  readonly readAs: string | null;
  readonly isPartial: boolean;
  readonly isIndexing: boolean;
}
const statusOf = (count: number, page: PageFacts | undefined): string =>
  [
    m.conversation_search_count({ count }),
    page?.readAs ? m.conversation_search_read_as({ words: page.readAs }) : "",
    page?.isPartial ? m.conversation_search_partial() : "",
    page?.isIndexing ? m.conversation_search_indexing() : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");

/** A conversation may have hits on several pages: they stand together, in the place of the first. */
function merged(items: readonly FoundConversation[]): FoundConversation[] {
  const byId = new Map<string, FoundConversation>();
  for (const item of items) {
    const before = byId.get(item.id);
    byId.set(item.id, before === undefined ? item : { ...before, more: before.more + item.more + item.hits.length });
  }
  return [...byId.values()];
}

/** Moves the focus among the hits; false before the first one. */
function moveIn(box: HTMLElement | null, by: "first" | 1 | -1): boolean {
  const hits = [...(box?.querySelectorAll<HTMLElement>("[data-hit]") ?? [])];
  const at = hits.indexOf(document.activeElement as HTMLElement);
  const next = by === "first" ? 0 : at + by;
  hits[Math.min(next, hits.length - 1)]?.focus();
  return next >= 0;
}

const OFFERED = ["from:", "assignee:", "after:", "before:", "is:closed", "in:mail", "has:file"] as const;
const OFFER_NAMES: Readonly<Record<(typeof OFFERED)[number], () => string>> = {
  "from:": m.conversation_search_offer_from,
  "assignee:": m.conversation_search_offer_assignee,
  "after:": m.conversation_search_offer_after,
  "before:": m.conversation_search_offer_before,
  "is:closed": m.conversation_search_closed,
  "in:mail": m.conversation_search_offer_mail,
  "has:file": m.conversation_search_offer_file,
};
const CHIP =
  "inline-flex h-7 items-center gap-1 rounded-full border px-2.5 text-xs whitespace-nowrap pointer-coarse:h-11 pointer-coarse:px-3.5 hover:bg-hover";

/** The filters of the search, each of which can be taken away, and those that can be added. */
function Filters({ q, others, onChange }: { q: string; others: readonly OfferedFilter[]; onChange(q: string): void }) {
  const { filters } = parseQuery(q, [...FILTERS, ...others.map(({ name }) => name)]);
  const offers = [
    ...OFFERED.map((text) => ({ text: text as string, label: OFFER_NAMES[text]() })),
    ...others.filter(({ values }) => values.length > 0).map(({ name, offer }) => ({ text: `${name}:`, label: offer })),
  ];
  const remove = (which: TypedFilter): void => {
    const text = filterText(which);
    const at = [text, text.replace(/:(.*)$/, ':"$1"')]
      .map((form) => [form, q.toLowerCase().indexOf(form.toLowerCase())] as const)
      .find(([, i]) => i >= 0);
    onChange(at === undefined ? q : `${q.slice(0, at[1])}${q.slice(at[1] + at[0].length)}`.replaceAll(/\s+/g, " ").trim());
  };
  const known = new Set(filters.map(({ name }) => name));
  const add = (offer: string): void => onChange(`${q.trimEnd()}${q.trim() === "" ? "" : " "}${offer}${offer.endsWith(":") ? "" : " "}`);
  return (
    <div className="-mx-4 flex gap-1.5 overflow-x-auto px-4 py-0.5 sm:mx-0 sm:flex-wrap sm:px-0">
      {filters.map((filter) => (
        <button
          key={filterText(filter)}
          type="button"
          onClick={() => remove(filter)}
          aria-label={m.conversation_search_remove_filter({ filter: filterText(filter) })}
          className={clsx(CHIP, "max-w-60 border-transparent bg-accent-soft text-accent-text")}
        >
          <span dir="auto" className="min-w-0 truncate">
            {filterText(filter)}
          </span>
          <X className="size-3.5 shrink-0" aria-hidden />
        </button>
      ))}
      {offers
        .filter(({ text }) => !known.has(text.split(":")[0] ?? ""))
        .map(({ text, label }) => (
          <button key={text} type="button" onClick={() => add(text)} className={clsx(CHIP, "border-line text-muted")}>
            {label}
          </button>
        ))}
    </div>
  );
}

const ResultsSkeleton = () => (
  <Skeleton>
    <div className="grid gap-3">
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className="grid gap-2.5 rounded-lg border border-line p-4">
          <div className="flex items-center gap-2.5">
            <Bar className="size-6 rounded-full!" />
            <Bar className="h-3 w-40" />
          </div>
          <Bar className="h-3 w-24" />
          <Bar className="h-3 w-4/5" />
        </div>
      ))}
    </div>
  </Skeleton>
);
