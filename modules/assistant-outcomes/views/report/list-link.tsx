// A number of the report: it opens the list of the conversations behind it.
import { Link } from "@tanstack/react-router";
import { m } from "#messages";
import { formatCount } from "#modules/ai/views";
import { outcomesPath } from "../../contract.ts";

/** What the list is narrowed to, as it stands in its address. */
export type Narrowed = Partial<Record<"days" | "day" | "outcome" | "locale" | "topic" | "source" | "reason", string>>;

interface ListLinkProps {
  readonly projectId: string;
  readonly count: number;
  /** What is counted, for screen readers. */
  readonly what: string;
  readonly to: Narrowed;
}
export const ListLink = ({ projectId, count, what, to }: ListLinkProps) =>
  count === 0 ? (
    <span className="text-faint">0</span>
  ) : (
    <Link
      to={outcomesPath(projectId)}
      search={to as never}
      aria-label={m.assistant_outcomes_open_list({ what, count: formatCount(count) })}
      className="rounded-xs font-medium text-accent-text underline-offset-2 hover:underline"
    >
      {formatCount(count)}
    </Link>
  );
