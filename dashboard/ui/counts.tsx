// Counts side by side, each above what it counts.
import { locale } from "#dashboard/locale.ts";

/** `columns`: classes of the columns on wider screens. `isPartial`: there may be more than was counted. */
export const Counts = ({
  all,
  columns,
  isPartial = false,
}: {
  all: readonly (readonly [term: string, count: number])[];
  columns: string;
  isPartial?: boolean;
}) => (
  <dl className={`grid grid-cols-2 gap-3 ${columns}`}>
    {all.map(([term, count]) => (
      <div key={term} className="flex flex-col-reverse justify-end">
        <dt className="text-xs text-muted">{term}</dt>
        <dd className="text-lg font-semibold tabular-nums">
          {count.toLocaleString(locale)}
          {isPartial && "+"}
        </dd>
      </div>
    ))}
  </dl>
);
