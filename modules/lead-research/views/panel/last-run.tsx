// The newest run: how far it is, why it failed, what it read, what it cost.
import { useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { Spinner } from "#dashboard/ui/spinner.tsx";
import { ageInWords, formatDay } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import { cancelLeadResearch, readLeadResearch, type Run } from "../../contract.ts";
import { REASONS } from "../words.ts";
import type { Of } from "./statements.tsx";

export const isUnderWay = ({ state }: Pick<Run, "state">): boolean => state === "waiting" || state === "fetching" || state === "asking";

function wordsOf(run: Run): string {
  const read = run.pages.filter(({ state }) => state === "read").length;
  const age = ageInWords(run.endedAt ?? run.startedAt);
  switch (run.state) {
    case "waiting":
      return m.lead_research_state_waiting();
    case "fetching":
      return m.lead_research_state_fetching({ count: run.pages.length });
    case "asking":
      return m.lead_research_state_asking({ count: read });
    case "done":
      return m.lead_research_state_done({ age, count: read });
    case "cancelled":
      return m.lead_research_state_cancelled({ age });
    case "failed":
      return REASONS[run.reason ?? "interrupted"]();
  }
}

export function LastRun({ of, run }: { of: Of; run: Run }) {
  const underWay = isUnderWay(run);
  const cancel = useRouteMutation(cancelLeadResearch, { invalidates: [readLeadResearch] });
  const box = run.state === "failed" ? "bg-bad-soft text-bad-text" : underWay ? "bg-accent-soft text-accent-text" : "bg-subtle text-muted";
  return (
    <div className="grid gap-2">
      <div className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md px-3 py-2 ${box}`}>
        {underWay && <Spinner />}
        <p role={run.state === "failed" ? "alert" : "status"} className="min-w-0 flex-1 basis-48 wrap-anywhere">
          {wordsOf(run)}
          {run.detail !== null && ` ${plain(run.detail)}`}
        </p>
        {underWay && (
          <Button
            size="sm"
            busy={cancel.isPending}
            onClick={() => cancel.mutate({ params: { ...of, researchRunId: run.id } as never, body: {} })}
          >
            {m.lead_research_cancel()}
          </Button>
        )}
      </div>
      {(run.costUsd !== null || run.dropped > 0) && (
        <p className="text-xs text-muted">
          {[
            run.costUsd === null ? undefined : m.lead_research_last_price({ price: formatUsd(run.costUsd) }),
            run.dropped === 0 ? undefined : m.lead_research_dropped({ count: run.dropped }),
          ]
            .filter((part) => part !== undefined)
            .join(" · ")}
        </p>
      )}
      {run.pages.length > 0 && (
        <details>
          <summary className="cursor-pointer text-xs text-muted">{m.lead_research_pages({ count: run.pages.length })}</summary>
          <ul className="mt-2 grid gap-2">
            {run.pages.map((page) => (
              <li key={page.url} className="grid justify-items-start gap-0.5 text-xs">
                <span className="flex max-w-full min-w-0 items-center gap-2">
                  <Chip tone={page.state === "read" ? "ok" : "warn"}>{PAGE_WORDS[page.state]()}</Chip>
                  <bdi className="min-w-0 truncate">{plain(page.url.replace(/^https:\/\//, ""))}</bdi>
                </span>
                {page.problem !== null && <span className="text-muted">{plain(page.problem)}</span>}
                {page.state === "read" && page.fetchedAt < run.startedAt && (
                  <span className="text-muted">{m.lead_research_page_cached({ day: formatDay(page.fetchedAt) })}</span>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
const PAGE_WORDS = {
  read: m.lead_research_page_read,
  failed: m.lead_research_page_failed,
  denied: m.lead_research_page_denied,
} as const;
