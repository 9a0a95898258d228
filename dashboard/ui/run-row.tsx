// A row in a list of runs: its name as a link, chips with its state, when it began, and facts below.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Facts } from "./facts.tsx";
import { RelativeTime } from "./time.tsx";

export const RunRow = ({
  to,
  name,
  at,
  facts,
  children,
}: {
  to: string;
  name: string;
  at: string;
  facts: readonly string[];
  children: ReactNode;
}) => (
  <li className="relative border-b border-line px-4 py-3 last:border-b-0 hover:bg-hover">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link to={to} className="min-w-0 font-medium wrap-anywhere after:absolute after:inset-0" dir="auto">
        {name}
      </Link>
      {children}
      <RelativeTime at={at} className="ms-auto text-xs text-muted" />
    </div>
    <p className="text-xs text-muted wrap-anywhere">
      <Facts all={facts} />
    </p>
  </li>
);
