// Lists a project's leads, or shows them on a board by stage.
import { useProject } from "#dashboard/session.tsx";
import { useShortcut } from "#dashboard/shortcuts.ts";
import { useMe } from "#dashboard/session.tsx";
import { store, useStore } from "#dashboard/store.ts";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Select } from "#dashboard/ui/field.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SearchInput } from "#dashboard/ui/search-input.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { useDebounced } from "#dashboard/ui/use-debounced.ts";
import { m } from "#messages";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Columns3, List, Plus, Search, Target, Upload } from "lucide-react";
import { useState } from "react";
import { COUNTED, LEAD_STAGES, type LeadStage, leadsPath } from "../contract.ts";
import { AddDialog } from "./add-dialog.tsx";
import { Board } from "./board.tsx";
import { LeadRows } from "./lead-rows.tsx";
import { countsQuery, leadsQuery } from "./queries.ts";
import { STAGE_LABELS } from "./stages.ts";

interface Shown {
  readonly board: boolean;
  /** An account, `none`, or empty for everybody. */
  readonly owner: string;
  readonly stage: LeadStage | "";
}
const NOTHING_CHOSEN: Shown = { board: false, owner: "", stage: "" };
/** What each project's list shows, until the page is loaded again. */
const chosen = store<Readonly<Record<string, Shown>>>({});

export default function LeadsScreen() {
  const { project } = useProject();
  return <Leads key={project.id} projectId={project.id} />;
}

function Leads({ projectId }: { projectId: string }) {
  const me = useMe().id;
  const { members } = useProject();
  const shown = useStore(chosen)[projectId] ?? NOTHING_CHOSEN;
  const show = (change: Partial<Shown>): void => chosen.set((all) => ({ ...all, [projectId]: { ...shown, ...change } }));
  const [typed, setTyped] = useState("");
  const [adding, setAdding] = useState(false);
  const q = useDebounced(typed.trim(), 200);
  const owner = shown.owner === "" ? undefined : shown.owner;
  const { stages: counts, formerOwners = [] } = useQuery(countsQuery(projectId, owner)).data ?? {};
  const former = [
    ...formerOwners.map(({ accountId, name }) => ({
      value: accountId as string,
      label: name === null ? m.leads_former() : m.leads_former_of({ name: plain(name) }),
    })),
    // Chosen before, and without leads by now, or not read yet.
    ...(owner === undefined || owner === "none" || [...members, ...formerOwners].some(({ accountId }) => accountId === owner)
      ? []
      : [{ value: owner, label: m.leads_former() }]),
  ];
  useShortcut("n", () => setAdding(true), { label: m.leads_add(), group: m.leads_title() });
  const countOf = (stage: LeadStage): string => {
    const held = counts?.[stage];
    return held === undefined ? "" : ` ${held >= COUNTED ? `${COUNTED - 1}+` : held}`;
  };
  const board = shown.board && q === "";
  return (
    <Page
      title={m.leads_title()}
      width={board ? "full" : "wide"}
      actions={
        <>
          <Link to={`${leadsPath(projectId)}/import`} className={buttonLink}>
            <Upload className="size-4" aria-hidden />
            {m.leads_import()}
          </Link>
          <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
            {m.leads_add()}
          </Button>
        </>
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput label={m.leads_search()} value={typed} onType={setTyped} />
        <Select
          aria-label={m.leads_owner()}
          className="w-auto max-w-48"
          value={shown.owner}
          disabled={q !== ""}
          onChange={(next) => show({ owner: next })}
          options={[
            { value: "", label: m.leads_everybody() },
            { value: me, label: m.leads_mine() },
            { value: "none", label: m.leads_unowned() },
            ...members.filter(({ accountId }) => accountId !== me).map(({ accountId, name }) => ({ value: accountId, label: plain(name) })),
            ...former,
          ]}
        />
        {!board && (
          <Select
            aria-label={m.leads_stage()}
            className="w-auto"
            value={shown.stage}
            disabled={q !== ""}
            onChange={(next) => show({ stage: next as Shown["stage"] })}
            options={[
              { value: "", label: m.leads_all_stages() },
              ...LEAD_STAGES.map((stage) => ({ value: stage, label: `${STAGE_LABELS[stage]()}${countOf(stage)}` })),
            ]}
          />
        )}
        <Button icon={shown.board ? List : Columns3} disabled={q !== ""} onClick={() => show({ board: !shown.board })}>
          {shown.board ? m.leads_as_list() : m.leads_as_board()}
        </Button>
      </div>
      {board ? (
        <Board projectId={projectId} owner={owner} counts={counts} />
      ) : (
        <Rows
          projectId={projectId}
          list={q === "" ? { owner, stage: shown.stage === "" ? undefined : shown.stage } : { q }}
          onClear={() => {
            setTyped("");
            show(NOTHING_CHOSEN);
          }}
          onAdd={() => setAdding(true)}
        />
      )}
      {adding && <AddDialog projectId={projectId} onClose={() => setAdding(false)} />}
    </Page>
  );
}

interface RowsProps {
  readonly projectId: string;
  readonly list: Parameters<typeof leadsQuery>[1];
  onClear(): void;
  onAdd(): void;
}
function Rows({ projectId, list, onClear, onAdd }: RowsProps) {
  const { data, error, refetch, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...leadsQuery(projectId, list),
    placeholderData: keepPreviousData,
  });
  const leads = data?.pages.flatMap(({ items }) => items) ?? [];
  if (error && !data) return <ProblemState error={error} onRetry={() => void refetch()} />;
  if (isPending)
    return (
      <Skeleton>
        {Array.from({ length: 8 }, (_, row) => (
          <Bar key={row} className="my-3 h-5 w-full" />
        ))}
      </Skeleton>
    );
  if (leads.length === 0) {
    const filtered = list.q !== undefined || list.owner !== undefined || list.stage !== undefined;
    return filtered ? (
      <EmptyState
        icon={Search}
        title={m.leads_none_found()}
        body={m.leads_none_found_body()}
        action={<Button onClick={onClear}>{m.leads_show_all()}</Button>}
      />
    ) : (
      <EmptyState
        icon={Target}
        title={m.leads_none()}
        body={m.leads_none_body()}
        action={
          <Button variant="primary" icon={Plus} onClick={onAdd}>
            {m.leads_add()}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <LeadRows projectId={projectId} leads={leads} />
      {hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {m.leads_more()}
          </Button>
        </div>
      )}
    </>
  );
}
