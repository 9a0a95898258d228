// The chip of a view: its link, with a count.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** A count as shown: the server stops counting at 100. */
const countText = (count: number): string => (count >= 100 ? "99+" : String(count));

interface ViewChipProps {
  readonly to: string;
  readonly isCurrent: boolean;
  /** Shown unless it is 0. */
  readonly count: number;
  readonly children: ReactNode;
}
/** The link of a view. */
export const ViewChip = ({ to, isCurrent, count, children }: ViewChipProps) => (
  <Link
    to={to}
    aria-current={isCurrent ? "page" : undefined}
    className="inline-flex h-6 shrink-0 items-center gap-0.75 rounded-full px-1.5 text-xs tracking-tight text-muted hover:bg-hover hover:text-text aria-[current]:bg-active aria-[current]:font-medium aria-[current]:text-text max-lg:h-8 max-lg:px-3"
  >
    {children}
    {count > 0 && <span className="text-2xs tabular-nums">{countText(count)}</span>}
  </Link>
);
