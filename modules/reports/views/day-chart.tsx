// A chart of one figure by day: bars for the eye, a sentence for screen readers, and a table for both.
import { useState } from "react";
import { formatUtcDay } from "#modules/ai/views";
import { m } from "#messages";

export interface DayValue {
  readonly day: string;
  /** Null: there is none, as the median of nothing. */
  readonly value: number | null;
}
interface DayChartProps {
  readonly what: string;
  readonly values: readonly DayValue[];
  /** A value in words. */
  text(value: number | null): string;
}
const [WIDTH, HEIGHT] = [600, 120];

export function DayChart({ what, values, text }: DayChartProps) {
  // A year of days in ten tables that nobody opened would be drawn for nothing.
  const [isOpen, setIsOpen] = useState(false);
  const most = values.reduce<DayValue | undefined>((top, one) => ((one.value ?? 0) > (top?.value ?? 0) ? one : top), undefined);
  const [from, until] = [formatUtcDay(values[0]?.day ?? ""), formatUtcDay(values.at(-1)?.day ?? "")];
  const step = WIDTH / Math.max(1, values.length);
  const highest = most?.value ?? 0;
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 flex items-baseline justify-between gap-3">
        <span className="font-medium">{what}</span>
        <span className="text-xs text-muted tabular-nums" aria-hidden>
          {highest > 0 && text(highest)}
        </span>
      </figcaption>
      <svg
        role="img"
        aria-label={
          most
            ? m.reports_chart({ what, from, until, most: text(highest), day: formatUtcDay(most.day) })
            : m.reports_chart_none({ what, from, until })
        }
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-28 w-full border-b border-line-strong rtl:-scale-x-100"
      >
        <line x1={0} x2={WIDTH} y1={0.5} y2={0.5} className="stroke-line" strokeDasharray="2 4" vectorEffect="non-scaling-stroke" />
        {values.map(({ day, value }, i) =>
          value === null || value === 0 ? null : (
            <rect
              key={day}
              x={i * step + step * 0.12}
              width={step * 0.76}
              y={HEIGHT - Math.max(2, (HEIGHT * value) / highest)}
              height={Math.max(2, (HEIGHT * value) / highest)}
              className="fill-accent forced-colors:fill-[CanvasText]"
            >
              <title>{`${formatUtcDay(day)}: ${text(value)}`}</title>
            </rect>
          ),
        )}
      </svg>
      <div className="mt-1 flex justify-between gap-3 text-2xs text-muted" aria-hidden>
        <span>{from}</span>
        <span>{until}</span>
      </div>
      <details className="mt-1" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer py-1 text-xs text-accent-text pointer-coarse:py-3">{m.reports_as_table({ what })}</summary>
        {isOpen && (
          <div className="mt-2 max-h-60 overflow-auto" tabIndex={0} role="group" aria-label={what}>
            <table className="w-full text-xs tabular-nums">
              <thead>
                <tr className="text-muted">
                  <th scope="col" className="py-1 text-start font-medium">
                    {m.reports_day()}
                  </th>
                  <th scope="col" className="py-1 text-end font-medium">
                    {what}
                  </th>
                </tr>
              </thead>
              <tbody>
                {values.toReversed().map(({ day, value }) => (
                  <tr key={day} className="border-t border-line">
                    <th scope="row" className="py-1 text-start font-normal">
                      {formatUtcDay(day)}
                    </th>
                    <td className="py-1 text-end">{text(value)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </details>
    </figure>
  );
}
