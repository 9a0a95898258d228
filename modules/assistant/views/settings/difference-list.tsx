// The differences between two versions, each with its field.
import { m } from "#messages";
import { type Difference, FIELD } from "./differences.ts";

export const DifferenceList = ({ differences }: { differences: readonly Difference[] }) => (
  <dl className="grid grid-cols-1 gap-2.5">
    {differences.map(({ field, from, to }) => (
      <div key={field} className="grid grid-cols-1 gap-1">
        <dt className="text-xs font-medium text-muted">{FIELD[field]()}</dt>
        <dd dir="auto" className="grid grid-cols-1 gap-1 whitespace-pre-line wrap-anywhere">
          <span className="rounded-xs bg-bad-soft px-2 py-1">
            <span className="sr-only">{m.assistant_difference_from()} </span>
            <del className="decoration-1">{from}</del>
          </span>
          <ins className="rounded-xs bg-ok-soft px-2 py-1 no-underline">
            <span className="sr-only">{m.assistant_difference_to()} </span>
            {to}
          </ins>
        </dd>
      </div>
    ))}
  </dl>
);
