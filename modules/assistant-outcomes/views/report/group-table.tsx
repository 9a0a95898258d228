// A table of groups of conversations: one row for each day, language or source, with how they ended and what they cost.
import type { ReactNode } from "react";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import type { Counts } from "../../contract.ts";
import { OUTCOME_LABELS, SHOWN_OUTCOMES } from "../labels.ts";
import { ListLink, type Narrowed } from "./list-link.tsx";

export interface Group {
  readonly key: string;
  /** Its name in words, and how it is shown if that is more. */
  readonly name: string;
  readonly shown?: ReactNode;
  readonly counts: Counts;
  readonly to: Narrowed;
}
interface GroupTableProps {
  readonly projectId: string;
  /** What the table is called, and its first column. */
  readonly label: string;
  readonly column: string;
  readonly groups: readonly Group[];
}
export function GroupTable({ projectId, label, column, groups }: GroupTableProps) {
  if (groups.length === 0) return <p className="text-muted">{m.assistant_outcomes_nothing()}</p>;
  const link = (group: Group, count: number, what: string, to: Narrowed) => (
    <ListLink projectId={projectId} count={count} what={`${group.name}, ${what}`} to={{ ...group.to, ...to }} />
  );
  return (
    <div className="max-h-[min(60dvh,420px)] overflow-auto" tabIndex={0} role="group" aria-label={label}>
      <table className="w-full">
        <thead>
          <tr className="text-xs whitespace-nowrap text-muted">
            <th scope="col" className="sticky start-0 bg-surface pe-3 pb-2 text-start font-medium">
              {column}
            </th>
            <Column>{m.assistant_outcomes_conversations()}</Column>
            {SHOWN_OUTCOMES.map((outcome) => (
              <Column key={outcome}>{OUTCOME_LABELS[outcome].label()}</Column>
            ))}
            <Column>{m.assistant_outcomes_cost_each()}</Column>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.key} className="border-t border-line align-top tabular-nums">
              <th
                scope="row"
                dir="auto"
                className="sticky start-0 max-w-44 bg-surface py-2 pe-3 text-start font-normal wrap-anywhere sm:max-w-60"
              >
                {group.shown ?? group.name}
              </th>
              <td className="py-2 ps-3 text-end">{link(group, group.counts.conversations, m.assistant_outcomes_conversations(), {})}</td>
              {SHOWN_OUTCOMES.map((outcome) => (
                <td key={outcome} className="py-2 ps-3 text-end">
                  {link(group, group.counts.outcomes[outcome], OUTCOME_LABELS[outcome].label(), { outcome })}
                </td>
              ))}
              <td className="py-2 ps-3 text-end">{formatUsd(costEach(group.counts))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
const Column = ({ children }: { children: ReactNode }) => (
  <th scope="col" className="ps-3 pb-2 text-end font-medium">
    {children}
  </th>
);
/** To a hundredth of a cent: more digits say nothing here. */
export const rounded = (usd: number): number => Math.round(usd * 10_000) / 10_000;
export const costEach = ({ costUsd, conversations }: Counts): number => (conversations === 0 ? 0 : rounded(costUsd / conversations));
