// How conversations ended, with what each outcome means, its share, and the interval in which the true share lies.
import { m } from "#messages";
import type { Outcome, Rate, Report } from "../../contract.ts";
import { OUTCOME_LABELS, SHOWN_OUTCOMES } from "../labels.ts";
import { ListLink } from "./list-link.tsx";

const percent = (share: number): number => Math.round(share * 100);

export function OutcomeTable({ projectId, days, report: { total, rates } }: { projectId: string; days: string; report: Report }) {
  const { confirmed, assumed } = total.outcomes;
  return (
    <table className="w-full">
      <thead className="max-sm:sr-only">
        <tr className="text-xs text-muted">
          <th scope="col" className="pe-3 pb-2 text-start font-medium">
            {m.assistant_outcomes_outcome()}
          </th>
          <th scope="col" className="pb-2 text-end font-medium">
            {m.assistant_outcomes_conversations()}
          </th>
          <th scope="col" className="ps-6 pb-2 text-start font-medium">
            {m.assistant_outcomes_share()}
          </th>
        </tr>
      </thead>
      <tbody>
        <Row label={m.assistant_outcomes_resolved()} means={m.assistant_outcomes_resolved_means()} rate={rates?.resolved}>
          <ListLink
            projectId={projectId}
            count={confirmed + assumed}
            what={m.assistant_outcomes_resolved()}
            to={{ days, outcome: "resolved" }}
          />
        </Row>
        {[...SHOWN_OUTCOMES, "open" as const].map((outcome: Outcome) => (
          <Row
            key={outcome}
            label={OUTCOME_LABELS[outcome].label()}
            means={OUTCOME_LABELS[outcome].means()}
            rate={outcome === "open" ? undefined : rates?.[outcome]}
          >
            <ListLink projectId={projectId} count={total.outcomes[outcome]} what={OUTCOME_LABELS[outcome].label()} to={{ days, outcome }} />
          </Row>
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly label: string;
  readonly means: string;
  readonly rate: Rate | undefined;
  readonly children: React.ReactNode;
}
const Row = ({ label, means, rate, children }: RowProps) => (
  <tr className="border-t border-line align-top max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto]">
    <th scope="row" className="py-2.5 pe-3 text-start font-normal">
      <span className="font-medium">{label}</span>
      <span className="block max-w-120 text-xs text-muted">{means}</span>
    </th>
    <td className="py-2.5 text-end tabular-nums">{children}</td>
    <td className="py-2.5 ps-6 tabular-nums max-sm:col-span-full max-sm:ps-0 max-sm:pt-0 sm:w-56">
      {rate ? <Share rate={rate} /> : <span className="text-faint max-sm:hidden">{m.assistant_outcomes_no_share()}</span>}
    </td>
  </tr>
);

const Share = ({ rate: { share, low, high } }: { rate: Rate }) => (
  <span className="grid gap-1.5">
    {m.assistant_outcomes_share_of({ share: percent(share), low: percent(low), high: percent(high) })}
    <span className="relative h-2 rounded-full bg-subtle forced-colors:border" aria-hidden>
      <span
        className="absolute inset-y-0 rounded-full bg-accent opacity-25"
        style={{ insetInlineStart: `${100 * low}%`, insetInlineEnd: `${100 - 100 * high}%` }}
      />
      <span
        className="absolute inset-y-0 w-1 -translate-x-1/2 rounded-full bg-accent rtl:translate-x-1/2"
        style={{ insetInlineStart: `${100 * share}%` }}
      />
    </span>
  </span>
);
