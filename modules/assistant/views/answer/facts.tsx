// A list of names and values; those without a value are left out.
import { clsx } from "clsx";
import type { ReactNode } from "react";

interface FactsProps {
  readonly rows: readonly (readonly [name: string, value: ReactNode])[];
  readonly className?: string;
}
export const Facts = ({ rows, className }: FactsProps) => (
  <dl className={clsx("grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm max-sm:grid-cols-1 max-sm:gap-y-0", className)}>
    {rows
      .filter(([, value]) => value !== null && value !== undefined && value !== "")
      .map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere max-sm:mb-1.5">{value}</dd>
        </div>
      ))}
  </dl>
);
