// Figures by teammate, team, tag or channel.
import type { ReactNode } from "react";
import { plain } from "#dashboard/ui/plain.ts";
import { formatCount } from "#modules/ai/views";
import { m } from "#messages";
import type { Dimension, Group } from "../contract.ts";
import { DIMENSION_LABELS, groupName, lengthText, percentText, satisfied, shareOf, targetsMet } from "./words.ts";

interface GroupTableProps {
  readonly by: Dimension;
  readonly groups: readonly Group[];
  onChoose(key: string): void;
}
/** What a conversation begins with belongs to nobody, so it has no teammate. */
const COLUMNS: readonly { readonly label: () => string; readonly of: (group: Group) => string; readonly not?: Dimension }[] = [
  { label: m.reports_conversations, of: (g) => formatCount(g.conversations), not: "operator" },
  { label: m.reports_customer_messages, of: (g) => formatCount(g.customerMessages), not: "operator" },
  { label: m.reports_replies, of: (g) => formatCount(g.replies) },
  { label: m.reports_first_response, of: (g) => lengthText(g.firstResponse.median) },
  { label: m.reports_wait, of: (g) => lengthText(g.wait.median) },
  { label: m.reports_closed, of: (g) => formatCount(g.resolution.count) },
  { label: m.reports_resolution, of: (g) => lengthText(g.resolution.median) },
  { label: m.reports_targets, of: (g) => percentText(shareOf(targetsMet(g).met, targetsMet(g).all)) },
  { label: m.reports_satisfied, of: (g) => percentText(shareOf(satisfied(g).good, satisfied(g).all)) },
];

export function GroupTable({ by, groups, onChoose }: GroupTableProps) {
  if (groups.length === 0) return <p className="text-muted">{m.reports_no_groups()}</p>;
  const columns = COLUMNS.filter(({ not }) => not !== by);
  const label = DIMENSION_LABELS[by].label();
  return (
    <div className="max-h-[min(60dvh,420px)] overflow-auto" tabIndex={0} role="group" aria-label={label}>
      <table className="w-full">
        <thead>
          <tr className="text-xs text-muted">
            <th scope="col" className="sticky start-0 bg-surface pe-3 pb-2 text-start align-bottom font-medium">
              {label}
            </th>
            {columns.map((column) => (
              <Column key={column.label()}>{column.label()}</Column>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.key} className="border-t border-line align-top tabular-nums">
              <th
                scope="row"
                dir="auto"
                className="sticky start-0 max-w-36 min-w-28 bg-surface py-2 pe-3 text-start font-normal wrap-anywhere sm:max-w-60"
              >
                <Name by={by} group={group} onChoose={onChoose} />
              </th>
              {columns.map((column) => (
                <td key={column.label()} className="py-2 ps-3 text-end whitespace-nowrap">
                  {column.of(group)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
const Column = ({ children }: { children: ReactNode }) => (
  <th scope="col" className="min-w-18 ps-3 pb-2 text-end align-bottom font-medium">
    {children}
  </th>
);
/** Chooses the group for the whole report; those who are no members any more are several people, whom nothing can be chosen by. */
function Name({ by, group, onChoose }: { by: Dimension; group: Group; onChoose(key: string): void }) {
  const name = plain(groupName(by, group));
  if (by === "operator" && group.name === null) return name;
  return (
    <button
      type="button"
      aria-label={m.reports_only({ name })}
      onClick={() => onChoose(group.key)}
      className="rounded-xs text-start text-accent-text underline-offset-2 hover:underline"
    >
      {name}
    </button>
  );
}
