// The insights screen: searches, feedback, and questions without an answer.
import { useRouteQuery } from "#dashboard/api.ts";
import { useProjectId } from "#dashboard/session.tsx";
import { buttonLink } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SectionTabs } from "#dashboard/ui/section-tabs.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { pathOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { Download, Search } from "lucide-react";
import { useState } from "react";
import { exportSearches, type Insights, PERIODS, readInsights } from "../contract.ts";
import { Articles } from "./articles.tsx";
import { Gaps } from "./gaps.tsx";
import { PerDay } from "./per-day.tsx";
import { Searched } from "./searched.tsx";

const CHOICES = PERIODS.map((days) => `${days}` as const);
type Choice = (typeof CHOICES)[number];

export default function InsightsScreen() {
  const projectId = useProjectId() ?? "";
  const [days, setDays] = useState<Choice>("30");
  const { data, error, refetch } = useRouteQuery(readInsights, { params: { projectId }, query: { days } });
  return (
    <Page
      title={m.help_title()}
      lead={m.help_insights_lead()}
      width="wide"
      tabs={<SectionTabs of="help" label={m.help_title()} />}
      actions={
        <a className={buttonLink} href={pathOf(exportSearches, { projectId }, { days })} download>
          <Download className="size-4" strokeWidth={1.75} aria-hidden />
          {m.help_insights_export()}
        </a>
      }
    >
      <Gaps projectId={projectId} />
      <div className="mt-3 mb-3 flex flex-wrap items-center gap-3">
        <h2 className="text-md font-semibold">{m.help_insights_searches()}</h2>
        <Tabs<Choice>
          label={m.help_insights_period()}
          value={days}
          onChange={setDays}
          tabs={CHOICES.map((value) => ({ value, label: m.help_insights_days({ days: value }) }))}
        />
      </div>
      {error && !data ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Body projectId={projectId} data={data} />
      ) : (
        <InsightsSkeleton />
      )}
    </Page>
  );
}

function Body({ projectId, data }: { projectId: string; data: Insights }) {
  const nothing = data.days.every(({ searches }) => searches === 0);
  return (
    <>
      {nothing ? (
        <div className="mb-5 rounded-lg border border-line">
          <EmptyState icon={Search} title={m.help_insights_none()} body={m.help_insights_none_body()} />
        </div>
      ) : (
        <>
          <PerDay days={data.days} />
          <div className="grid gap-x-5 sm:grid-cols-2">
            <Section title={m.help_insights_top()}>
              <Searched projectId={projectId} label={m.help_insights_top()} words={data.top} by="searches" />
            </Section>
            <Section title={m.help_insights_top_without()}>
              <Searched projectId={projectId} label={m.help_insights_top_without()} words={data.without} by="without" />
            </Section>
          </div>
        </>
      )}
      <Section title={m.help_insights_articles()}>
        <Articles projectId={projectId} articles={data.articles} />
      </Section>
    </>
  );
}

const InsightsSkeleton = () => (
  <Skeleton>
    <div className="grid gap-4">
      <Bar className="h-40 w-full" />
      <Bar className="h-4 w-60" />
      <Bar className="h-4 w-80 max-w-full" />
      <Bar className="h-4 w-40" />
    </div>
  </Skeleton>
);
