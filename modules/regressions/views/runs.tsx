// What the last regression runs found, or why there was none.
import { Chip } from "#dashboard/ui/chip.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import { comparePath, runPath } from "#modules/evaluation/contract";
import { Link } from "@tanstack/react-router";
import { History } from "lucide-react";
import type { Regression } from "../contract.ts";
import { CAUSES, differenceOf, REASONS, stateOf } from "./words.ts";

export function Runs({ projectId, items }: { projectId: string; items: readonly Regression[] }) {
  if (items.length === 0) return <EmptyState icon={History} title={m.regressions_none()} body={m.regressions_none_body()} />;
  return (
    <Section title={m.regressions_runs()}>
      <ul className="grid grid-cols-1">
        {items.map((item) => (
          <Item key={item.id} projectId={projectId} item={item} />
        ))}
      </ul>
    </Section>
  );
}

function Item({ projectId, item }: { projectId: string; item: Regression }) {
  const { cause, setName, at, runId, baselineRunId, state, reason, detail, review, worse, better, compared, costUsd } = item;
  const difference = differenceOf(item);
  const word = stateOf(item);
  return (
    <li className="grid grid-cols-1 gap-1 border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="min-w-0 font-medium wrap-anywhere">{setName}</bdi>
        <Chip tone={word.tone}>{word.label()}</Chip>
        <RelativeTime at={at} short className="ms-auto text-xs text-faint" />
      </div>
      <div className="flex min-w-0 flex-wrap gap-x-3 gap-y-1 text-xs text-muted">
        <span>{CAUSES[cause]()}</span>
        {reason !== null && <span className="wrap-anywhere">{detail ?? REASONS[reason]()}</span>}
        {state === "compared" && <span>{m.regressions_worse_of({ worse, compared })}</span>}
        {state === "compared" && better > 0 && <span>{m.regressions_better({ count: better })}</span>}
        {difference !== undefined && <span>{difference}</span>}
        {runId !== null && <span>{formatUsd(costUsd)}</span>}
        {typeof review?.decidedBy === "string" && (
          <span className="wrap-anywhere">{m.regressions_decided_by({ name: review.decidedBy })}</span>
        )}
        {typeof review?.reason === "string" && <span className="wrap-anywhere">{m.regressions_because({ reason: review.reason })}</span>}
        {runId !== null && (
          <Link
            to={baselineRunId === null ? runPath(projectId, runId) : comparePath(projectId, runId, baselineRunId)}
            className="rounded-xs underline"
          >
            {baselineRunId === null ? m.regressions_results() : m.regressions_comparison()}
          </Link>
        )}
      </div>
    </li>
  );
}
