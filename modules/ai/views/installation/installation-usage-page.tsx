// The account page on which the installation's first owner sees the day's use of models in all projects.
import { Link } from "@tanstack/react-router";
import { useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { Forbidden, ProblemState } from "#dashboard/ui/problem.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { type InstallationUsage, readInstallationUsage } from "../../contract.ts";
import { formatCount, formatUsd, formatUtcDay } from "../format.ts";
import { CeilingBar, StateChip } from "../usage/ceiling-bar.tsx";

export default function InstallationUsagePage() {
  const { data, error, refetch } = useRouteQuery(readInstallationUsage, {});
  const forbidden = (error as { status?: number } | null)?.status === 403;
  return (
    <Page
      title={m.ai_installation_title()}
      lead={m.ai_installation_lead()}
      actions={<Button onClick={() => void refetch()}>{m.ai_refresh()}</Button>}
    >
      {data ? (
        <Usage usage={data} />
      ) : forbidden ? (
        <Forbidden message={m.ai_installation_forbidden()} />
      ) : error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : (
        <SectionsPending />
      )}
    </Page>
  );
}

const Usage = ({ usage: { day, resetsAt, spentUsd, calls, replies, projects, ceilingUsd, items } }: { usage: InstallationUsage }) => (
  <>
    <Section title={formatUsd(spentUsd)} lead={m.ai_installation_sum({ day: formatUtcDay(day), count: calls, time: formatTime(resetsAt) })}>
      <CeilingBar label={m.ai_ceiling_all_replies()} ceiling={replies} name="repliesPerInstallation" format={formatCount} />
    </Section>
    <Section title={m.ai_projects_title()} lead={m.ai_projects_lead({ ceiling: formatUsd(ceilingUsd) })}>
      {items.length === 0 ? (
        <p className="text-muted">{m.ai_today_none()}</p>
      ) : (
        <ul className="grid">
          {items.map((one) => (
            <li
              key={one.projectId}
              className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-b-0"
            >
              <span className="grid min-w-0 flex-1 basis-52">
                <Link
                  to={`/projects/${one.projectId}/settings/ai-usage`}
                  dir="auto"
                  className="text-start font-medium text-accent-text wrap-anywhere hover:underline"
                >
                  {plain(one.name)}
                </Link>
                <span className="text-xs text-muted">
                  {[m.ai_calls({ count: one.calls }), ...(one.estimated > 0 ? [m.ai_calls_estimated({ count: one.estimated })] : [])].join(
                    " · ",
                  )}
                </span>
              </span>
              <StateChip state={one.state} />
              <span className="font-medium tabular-nums">{formatUsd(one.costUsd)}</span>
            </li>
          ))}
        </ul>
      )}
      {projects > items.length && <p className="text-xs text-muted">{m.ai_projects_more({ count: projects - items.length })}</p>}
    </Section>
  </>
);
