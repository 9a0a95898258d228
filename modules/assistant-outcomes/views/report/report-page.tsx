// The assistant's report: how its conversations ended, by day, language, topic, source and reason.
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ChartNoAxesColumn } from "lucide-react";
import { useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { buttonLink } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SectionTabs } from "#dashboard/ui/section-tabs.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { m } from "#messages";
import { formatUsd, formatUtcDay } from "#modules/ai/views";
import { PERIODS, readAssistantReport, type Report, reportPath } from "../../contract.ts";
import { reasonLabel } from "../labels.ts";
import { costEach, type Group, GroupTable, rounded } from "./group-table.tsx";
import { ListLink } from "./list-link.tsx";
import { OutcomeTable } from "./outcome-table.tsx";

const CHOICES = PERIODS.map((days) => `${days}` as const);
type Choice = (typeof CHOICES)[number];
/** The period that an address names. */
export const periodIn = (search: { readonly days?: unknown }): Choice => CHOICES.find((days) => days === String(search.days)) ?? "30";

export default function ReportPage() {
  const { id: projectId, mayI } = useProject();
  const days = periodIn(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data, error, refetch } = useRouteQuery(readAssistantReport, { params: { projectId }, query: { days } });
  return (
    <Page
      title={m.assistant_outcomes_title()}
      lead={m.assistant_outcomes_lead()}
      width="wide"
      tabs={<SectionTabs of="assistant" label={m.assistant_outcomes_title()} />}
    >
      <div className="mb-4">
        <Tabs<Choice>
          label={m.assistant_outcomes_period()}
          value={days}
          onChange={(chosen) => void navigate({ to: reportPath(projectId), search: { days: chosen } as never, replace: true })}
          tabs={CHOICES.map((value) => ({ value, label: m.assistant_outcomes_days({ days: value }) }))}
        />
      </div>
      {!data ? (
        error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <SectionsPending />
        )
      ) : data.total.conversations === 0 ? (
        <EmptyState
          icon={ChartNoAxesColumn}
          title={m.assistant_outcomes_none()}
          body={m.assistant_outcomes_none_body()}
          action={
            mayI("admin") && (
              <Link to={`/projects/${projectId}/settings/assistant`} className={buttonLink}>
                {m.assistant_outcomes_to_settings()}
              </Link>
            )
          }
        />
      ) : (
        <Body projectId={projectId} days={days} report={data} />
      )}
    </Page>
  );
}

function Body({ projectId, days, report }: { projectId: string; days: Choice; report: Report }) {
  const { total } = report;
  const groups = groupsOf(report, days);
  return (
    <>
      <p className="mb-4 text-sm text-muted">
        {m.assistant_outcomes_range({ from: formatUtcDay(report.from), until: formatUtcDay(report.until) })}
      </p>
      <dl className="mb-5 flex flex-wrap gap-x-10 gap-y-3">
        <Figure label={m.assistant_outcomes_conversations()}>
          <ListLink projectId={projectId} count={total.conversations} what={m.assistant_outcomes_conversations()} to={{ days }} />
        </Figure>
        <Figure label={m.assistant_outcomes_cost()}>{formatUsd(rounded(total.costUsd))}</Figure>
        <Figure label={m.assistant_outcomes_cost_each()}>{formatUsd(costEach(total))}</Figure>
      </dl>
      <Section title={m.assistant_outcomes_ended()} lead={m.assistant_outcomes_ended_lead()}>
        <OutcomeTable projectId={projectId} days={days} report={report} />
      </Section>
      <Section title={m.assistant_outcomes_by_reason()} lead={m.assistant_outcomes_by_reason_lead()}>
        <Reasons projectId={projectId} days={days} reasons={report.reasons} />
      </Section>
      <Section title={m.assistant_outcomes_by_day()}>
        <GroupTable projectId={projectId} label={m.assistant_outcomes_by_day()} column={m.assistant_outcomes_day()} groups={groups.days} />
      </Section>
      <Section title={m.assistant_outcomes_by_language()}>
        <GroupTable
          projectId={projectId}
          label={m.assistant_outcomes_by_language()}
          column={m.assistant_outcomes_language()}
          groups={groups.languages}
        />
      </Section>
      <Section title={m.assistant_outcomes_by_topic()} lead={m.assistant_outcomes_by_topic_lead()}>
        <GroupTable
          projectId={projectId}
          label={m.assistant_outcomes_by_topic()}
          column={m.assistant_outcomes_topic()}
          groups={groups.topics}
        />
      </Section>
      <Section title={m.assistant_outcomes_by_source()} lead={m.assistant_outcomes_by_source_lead()}>
        <GroupTable
          projectId={projectId}
          label={m.assistant_outcomes_by_source()}
          column={m.assistant_outcomes_source()}
          groups={groups.sources}
        />
      </Section>
    </>
  );
}

/** The rows of all tables; days without a conversation are left out. */
function groupsOf(report: Report, days: Choice): Record<"days" | "languages" | "topics" | "sources", Group[]> {
  const titleOf = (source: Report["topics"][number]["source"]): string =>
    source === null ? m.assistant_outcomes_no_topic() : source.title === null ? m.assistant_outcomes_gone_source() : plain(source.title);
  return {
    days: report.days
      .filter(({ conversations }) => conversations > 0)
      .toReversed()
      .map(({ day, ...counts }) => ({ key: day, name: formatUtcDay(day), counts, to: { day } })),
    languages: report.languages.map(({ locale, ...counts }) => ({
      key: locale,
      name: locale === "" ? m.assistant_outcomes_no_language() : languageName(locale),
      counts,
      to: { days, locale },
    })),
    topics: report.topics.map(({ source, ...counts }) => {
      const topic = source?.documentId ?? "";
      return { key: topic, name: titleOf(source), counts, to: { days, topic } };
    }),
    sources: report.sources.map(({ source, ...counts }) => ({
      key: source.documentId,
      name: titleOf(source),
      shown:
        source.url === null ? undefined : (
          <a href={source.url} target="_blank" rel="noreferrer" className="underline decoration-line-strong underline-offset-2">
            {titleOf(source)}
          </a>
        ),
      counts,
      to: { days, source: source.documentId },
    })),
  };
}

function Reasons({ projectId, days, reasons }: { projectId: string; days: Choice; reasons: Report["reasons"] }) {
  if (reasons.length === 0) return <p className="text-muted">{m.assistant_outcomes_nothing()}</p>;
  return (
    <ul className="-my-2 grid grid-cols-1">
      {reasons.map(({ reason, count }) => (
        <li key={reason} className="flex gap-4 border-b border-line py-2 tabular-nums last:border-b-0">
          <span className="min-w-0 flex-1">{reasonLabel(reason)}</span>
          <ListLink projectId={projectId} count={count} what={reasonLabel(reason)} to={{ days, reason }} />
        </li>
      ))}
    </ul>
  );
}

const Figure = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="grid">
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="text-xl font-semibold tabular-nums">{children}</dd>
  </div>
);
