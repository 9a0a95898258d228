// What became of outreach. Opens are not tracked, and the page says that this is on purpose.
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SectionTabs } from "#dashboard/ui/section-tabs.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { leadPath } from "#modules/leads/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { ENDS, STATES } from "./labels.ts";
import { resultsQuery } from "./queries.ts";

export default function ResultsScreen() {
  const { project } = useProject();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(resultsQuery(project.id));
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const numbers = data?.pages[0]?.numbers;
  return (
    <Page
      title={m.outreach_title()}
      width="wide"
      tabs={<SectionTabs of="outreach" label={m.outreach_title()} />}
      lead={m.outreach_results_lead()}
    >
      {!data || !numbers ? (
        error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton>
            <Bar className="my-3 h-16 w-full" />
            <Bar className="my-3 h-40 w-full" />
          </Skeleton>
        )
      ) : (
        <>
          <dl className="mb-6 grid grid-cols-2 gap-3 sm:grid-cols-4">
            {(
              [
                [m.outreach_number_sent(), numbers.sent],
                [m.outreach_number_answered(), numbers.answered],
                [m.outreach_number_opted_out(), numbers.optedOut],
                [m.outreach_number_bounced(), numbers.bounced],
              ] as const
            ).map(([label, value]) => (
              <div key={label} className="rounded-lg border border-line bg-surface px-4 py-3">
                <dt className="text-xs text-muted">{label}</dt>
                <dd className="text-xl font-semibold tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
          {items.length === 0 ? (
            <EmptyState icon={Send} title={m.outreach_results_empty()} body={m.outreach_results_empty_body()} />
          ) : (
            <ul className="divide-y divide-line border-y border-line">
              {items.map((one) => (
                <li key={one.id}>
                  <Link
                    to={leadPath(project.id, one.leadId)}
                    className="grid grid-cols-1 gap-x-3 gap-y-0.5 px-2 py-2.5 hover:bg-hover sm:grid-cols-[minmax(0,1fr)_auto]"
                  >
                    <span className="min-w-0">
                      <span className="block truncate font-medium">
                        <bdi>{plain(one.leadName ?? one.company ?? one.address)}</bdi>
                      </span>
                      <span className="block truncate text-xs text-muted">
                        <bdi>{plain(one.address)}</bdi>
                      </span>
                    </span>
                    <span className="flex flex-wrap items-center gap-2 text-xs text-muted">
                      {m.outreach_sent_of({ sent: one.sent, mails: one.mails })}
                      <Chip tone={one.answeredAt === null ? STATES[one.state].tone : "ok"}>
                        {one.answeredAt === null ? STATES[one.state].label() : m.outreach_number_answered()}
                      </Chip>
                      {one.answeredAt === null && one.endReason !== null && ENDS[one.endReason]()}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {hasNextPage && (
        <Button className="mt-4 self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.outreach_more()}
        </Button>
      )}
    </Page>
  );
}
