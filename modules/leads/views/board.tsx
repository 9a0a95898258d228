// Leads by stage, a column each. They are moved by their menu, or with the pointer.
import { IconButton } from "#dashboard/ui/button.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { MoveRight } from "lucide-react";
import { type DragEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { COUNTED, type Lead, LEAD_STAGES, leadPath, type LeadStage } from "../contract.ts";
import { NextStep } from "./next-step.tsx";
import { useOwnerName } from "./owner-select.tsx";
import { leadName, leadsQuery, moveTo } from "./queries.ts";
import { STAGE_LABELS } from "./stages.ts";

interface BoardProps {
  readonly projectId: string;
  readonly owner: string | undefined;
  readonly counts: Readonly<Record<LeadStage, number>> | undefined;
}
export function Board({ projectId, owner, counts }: BoardProps) {
  const [dragged, setDragged] = useState<Lead>();
  /** The lead that was just moved by its menu: the focus follows it into its new column. */
  const movedRef = useRef<string>(undefined);
  return (
    <div className="flex min-h-0 flex-1 gap-3 overflow-x-auto pb-2">
      {LEAD_STAGES.map((stage) => (
        <Column
          key={stage}
          {...{ projectId, owner, stage, dragged, movedRef }}
          count={counts?.[stage]}
          onDrag={setDragged}
          onDrop={() => {
            if (dragged && dragged.stage !== stage) void moveTo(projectId, dragged, stage);
            setDragged(undefined);
          }}
        />
      ))}
    </div>
  );
}

interface ColumnProps {
  readonly projectId: string;
  readonly owner: string | undefined;
  readonly stage: LeadStage;
  readonly count: number | undefined;
  readonly dragged: Lead | undefined;
  readonly movedRef: RefObject<string | undefined>;
  onDrag(lead: Lead | undefined): void;
  onDrop(): void;
}
function Column({ projectId, owner, stage, count, dragged, movedRef, onDrag, onDrop }: ColumnProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const { data, error, refetch, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    leadsQuery(projectId, { owner, stage }),
  );
  const leads = data?.pages.flatMap(({ items }) => items) ?? [];
  const takes = dragged !== undefined && dragged.stage !== stage;
  const onDragOver = (event: DragEvent): void => {
    if (!takes) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <section
      aria-labelledby={id}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={() => {
        setOver(false);
        onDrop();
      }}
      className={clsx(
        "flex w-64 shrink-0 flex-col gap-2 rounded-lg border p-2",
        over && takes ? "border-accent bg-accent-soft" : "border-line bg-subtle",
      )}
    >
      <h2 id={id} className="flex items-baseline gap-2 px-1 text-sm font-semibold">
        {STAGE_LABELS[stage]()}
        {count !== undefined && <span className="text-xs font-normal text-muted">{count >= COUNTED ? `${COUNTED - 1}+` : count}</span>}
      </h2>
      {error && !data ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Skeleton>
          <Bar className="h-14 w-full" />
        </Skeleton>
      ) : leads.length === 0 ? (
        <p className="px-1 py-4 text-xs text-muted">{m.leads_stage_empty()}</p>
      ) : (
        <ul className="grid gap-2">
          {leads.map((lead) => (
            <Card key={lead.id} {...{ projectId, lead, movedRef, onDrag }} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.leads_more()}
        </Button>
      )}
    </section>
  );
}

function Card({ projectId, lead, movedRef, onDrag }: Pick<ColumnProps, "projectId" | "movedRef" | "onDrag"> & { readonly lead: Lead }) {
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (movedRef.current !== lead.id) return;
    // After the menu that moved it has closed, which was on the card in its old column.
    const frame = requestAnimationFrame(() => {
      movedRef.current = undefined;
      card.current?.querySelector("button")?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [movedRef, lead.id]);
  const move = (stage: LeadStage): void => {
    if (stage === lead.stage) return;
    movedRef.current = lead.id;
    void moveTo(projectId, lead, stage);
  };
  const name = leadName(lead);
  const owner = useOwnerName()(lead.ownerId);
  const company = lead.company ?? lead.domain;
  return (
    <li
      ref={card}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", name);
        onDrag(lead);
      }}
      onDragEnd={() => onDrag(undefined)}
      className="rounded-md border border-line bg-surface p-2 shadow-1"
    >
      <div className="flex items-start gap-1">
        <Link to={leadPath(projectId, lead.id)} draggable={false} className="min-w-0 flex-1 font-medium wrap-anywhere hover:underline">
          <bdi>{name}</bdi>
        </Link>
        <Menu
          align="end"
          items={LEAD_STAGES.map((stage) => ({
            label: STAGE_LABELS[stage](),
            checked: stage === lead.stage,
            onSelect: () => move(stage),
          }))}
          trigger={<IconButton label={m.leads_move({ name })} icon={MoveRight} className="rtl:rotate-180" />}
        />
      </div>
      {company !== null && plain(company) !== name && (
        <p className="truncate text-xs text-muted">
          <bdi>{plain(company)}</bdi>
        </p>
      )}
      <p className="mt-1 text-xs wrap-anywhere empty:hidden">
        <NextStep lead={lead} />
      </p>
      {owner !== undefined && <p className="mt-1 truncate text-2xs text-muted">{owner}</p>}
    </li>
  );
}
