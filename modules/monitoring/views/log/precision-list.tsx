// How often the matches of each rule were right, from people's thumbs, with the interval in which the true share lies.
import { Chip } from "#dashboard/ui/chip.tsx";
import { formatDay } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import type { Rule } from "../../contract.ts";
import { KIND_LABELS, percentOf } from "../labels.ts";

export const PrecisionList = ({ rules }: { rules: readonly Rule[] }) => (
  <ul className="-my-1 grid grid-cols-1">
    {rules.map((rule) => (
      <li key={rule.id} className="grid items-center gap-x-6 gap-y-1.5 border-b border-line py-3 last:border-b-0 sm:grid-cols-2">
        <span className="grid min-w-0 gap-0.5">
          <span className="flex min-w-0 items-center gap-2">
            <span dir="auto" className="min-w-0 truncate font-medium">
              {rule.name}
            </span>
            {rule.name !== KIND_LABELS[rule.kind].label() && (
              <Chip tone={KIND_LABELS[rule.kind].tone}>{KIND_LABELS[rule.kind].label()}</Chip>
            )}
            {!rule.enabled && <Chip>{m.monitoring_off()}</Chip>}
          </span>
          <span className="text-xs text-muted">
            {m.monitoring_matches_since({ count: rule.precision.matches, day: formatDay(rule.precision.since) })}
          </span>
        </span>
        <PrecisionBar rule={rule} />
      </li>
    ))}
  </ul>
);

function PrecisionBar({ rule: { precision } }: { rule: Rule }) {
  const { share, low, high, ups, downs } = precision;
  const percent = percentOf(share, low, high);
  if (!percent) return <span className="text-sm text-muted">{m.monitoring_no_thumbs()}</span>;
  return (
    <span className="grid gap-1">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium tabular-nums">{m.monitoring_right({ share: percent.share })}</span>
        <span className="text-xs text-muted tabular-nums">
          {m.monitoring_right_of({ ups, count: ups + downs, low: percent.low, high: percent.high })}
        </span>
      </span>
      <span className="relative h-2 rounded-full bg-subtle forced-colors:border" aria-hidden>
        <span
          className="absolute inset-y-0 rounded-full bg-accent opacity-25"
          style={{ insetInlineStart: `${percent.low}%`, insetInlineEnd: `${100 - percent.high}%` }}
        />
        <span
          className="absolute inset-y-0 w-1 -translate-x-1/2 rounded-full bg-accent rtl:translate-x-1/2"
          style={{ insetInlineStart: `${percent.share}%` }}
        />
      </span>
    </span>
  );
}
