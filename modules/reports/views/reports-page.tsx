// The reports of the inbox: figures of a period, by day, by group, and by hour of the week.
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ChartColumn, Download } from "lucide-react";
import type { ReactNode } from "react";
import { useRouteQuery } from "#dashboard/api.ts";
import { locale } from "#dashboard/locale.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonClasses } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { pathOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { formatCount, formatUtcDay } from "#modules/ai/views";
import { DIMENSIONS, type Dimension, exportReport, type Figures, readReport, type Report, reportsPath, type TABLES } from "../contract.ts";
import { Choices, type Chosen, chosenIn } from "./choices.tsx";
import { DayChart } from "./day-chart.tsx";
import { FiguresList } from "./figures-list.tsx";
import { GroupTable } from "./group-table.tsx";
import { HourTable } from "./hour-table.tsx";
import { DIMENSION_LABELS, lengthText, percentText, satisfied, shareOf, targetsMet } from "./words.ts";

/** For every member; the figures of members for owners and admins. */
export default function ReportsPage() {
  const { id: projectId, mayI } = useProject();
  const chosen = chosenIn(useSearch({ strict: false }));
  const navigate = useNavigate();
  const query = queryOf(chosen);
  const { data, error, refetch } = useRouteQuery(readReport, { params: { projectId } as never, query: query as never });
  const change = (next: Chosen): void => void navigate({ to: reportsPath(projectId), search: { ...next } as never, replace: true });
  return (
    <Page title={m.reports_title()} lead={m.reports_lead()} width="wide">
      <Choices chosen={chosen} shown={data} seesMembers={mayI("admin")} onChange={change} />
      {data ? (
        <Body
          report={data}
          chosen={chosen}
          onChange={change}
          onRetry={() => void refetch()}
          csv={(table) => `${pathOf(exportReport, { projectId })}?${new URLSearchParams({ ...query, table })}`}
        />
      ) : error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : (
        <SectionsPending />
      )}
    </Page>
  );
}
const queryOf = ({ days, from, until, of, by }: Chosen): Record<string, string> => ({
  by,
  ...(from !== undefined && until !== undefined ? { from, until } : { days }),
  ...(of === undefined ? {} : { of }),
});
const isEmpty = ({ total: t }: Report): boolean =>
  [t.conversations, t.outbound, t.customerMessages, t.replies, t.resolution.count, t.assistantReplies, t.reopened].every((n) => n === 0) &&
  t.ratings.every((n) => n === 0) &&
  t.targets.every(({ met, missed }) => met + missed === 0);

interface BodyProps {
  readonly report: Report;
  readonly chosen: Chosen;
  onChange(chosen: Chosen): void;
  onRetry(): void;
  /** The address of a table as a file. */
  csv(table: (typeof TABLES)[number]): string;
}
function Body({ report, chosen, onChange, onRetry, csv }: BodyProps) {
  return (
    <>
      <State report={report} onRetry={onRetry} />
      {isEmpty(report) ? (
        <EmptyState icon={ChartColumn} title={m.reports_none()} body={m.reports_none_body()} />
      ) : (
        <>
          <Section title={m.reports_figures()} lead={m.reports_figures_lead()}>
            <FiguresList now={report.total} before={report.before} />
          </Section>
          <Section title={m.reports_by_day()} lead={m.reports_by_day_lead()} actions={<Csv href={csv("days")} what={m.reports_by_day()} />}>
            <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
              {CHARTS.filter(({ of, isOptional }) => isOptional !== true || of(report.total) !== null).map(({ what, of, text }) => (
                <DayChart
                  key={what()}
                  what={what()}
                  text={text}
                  values={report.days.map(({ day, ...figures }) => ({ day, value: of(figures) }))}
                />
              ))}
            </div>
          </Section>
          <Groups report={report} chosen={chosen} onChange={onChange} csv={csv} />
          <Section
            title={m.reports_by_hour()}
            lead={report.hours ? m.reports_by_hour_lead({ zone: report.timeZone }) : m.reports_no_hours()}
            actions={report.hours && <Csv href={csv("hours")} what={m.reports_by_hour()} />}
          >
            {report.hours && <HourTable hours={report.hours} label={m.reports_by_hour()} />}
          </Section>
        </>
      )}
      <Check check={report.check} />
    </>
  );
}

const whole = (value: number | null): string => (value === null ? m.reports_no_value() : formatCount(value));
interface Chart {
  readonly what: () => string;
  readonly of: (figures: Figures) => number | null;
  readonly text: (value: number | null) => string;
  /** Left out where nothing is known of the whole period. */
  readonly isOptional?: true;
}
const CHARTS: readonly Chart[] = [
  { what: m.reports_conversations, of: (f) => f.conversations, text: whole },
  { what: m.reports_customer_messages, of: (f) => f.customerMessages, text: whole },
  { what: m.reports_replies, of: (f) => f.replies, text: whole },
  { what: m.reports_closed, of: (f) => f.resolution.count, text: whole },
  { what: m.reports_first_response, of: (f) => f.firstResponse.median, text: lengthText },
  { what: m.reports_wait, of: (f) => f.wait.median, text: lengthText },
  { what: m.reports_resolution, of: (f) => f.resolution.median, text: lengthText },
  { what: m.reports_targets, of: (f) => shareOf(targetsMet(f).met, targetsMet(f).all), text: percentText, isOptional: true },
  { what: m.reports_satisfied, of: (f) => shareOf(satisfied(f).good, satisfied(f).all), text: percentText, isOptional: true },
  {
    what: m.reports_assistant_share,
    of: (f) => (f.assistantReplies === 0 ? null : shareOf(f.assistantReplies, f.assistantReplies + f.replies)),
    text: percentText,
    isOptional: true,
  },
];

function Groups({ report, chosen, onChange, csv }: Omit<BodyProps, "onRetry">) {
  const { by } = chosen;
  return (
    <Section title={m.reports_by()} lead={leadOf(by, report)} actions={<Csv href={csv("groups")} what={DIMENSION_LABELS[by].label()} />}>
      <Tabs<Dimension>
        label={m.reports_by_choice()}
        value={by}
        onChange={(next) => onChange({ ...chosen, by: next })}
        tabs={DIMENSIONS.map((value) => ({ value, label: DIMENSION_LABELS[value].label() }))}
      />
      <GroupTable by={by} groups={report.groups} onChoose={(key) => onChange({ ...chosen, of: `${by}:${key}` })} />
    </Section>
  );
}
const leadOf = (by: Dimension, { seesMembers }: Report): string =>
  by === "operator" && !seesMembers ? m.reports_by_operator_own() : DIMENSION_LABELS[by].means();

/** A time in the zone of the report, in which its days are; with the date, because it may be another one there. */
function timeIn(timeZone: string, at: string): string {
  const shape = { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" } as const;
  try {
    return new Intl.DateTimeFormat(locale, { ...shape, timeZone }).format(new Date(at));
  } catch {
    // This browser does not know the zone.
    return formatTime(at);
  }
}

/** Which days these are, and how far everything is counted. */
function State({ report: { from, until, timeZone, countedAt, state }, onRetry }: { report: Report; onRetry(): void }) {
  const { id: projectId, mayI } = useProject();
  return (
    <div className="mb-4 grid gap-2 text-muted">
      <p>
        {m.reports_range({ from: formatUtcDay(from), until: formatUtcDay(until), zone: timeZone })}{" "}
        {countedAt !== null && m.reports_counted({ at: timeIn(timeZone, countedAt) })}{" "}
        {mayI("admin") && (
          <Link
            to={`/projects/${projectId}/settings/hours`}
            className="text-accent-text underline decoration-line-strong underline-offset-2"
          >
            {m.reports_choose_zone()}
          </Link>
        )}
      </p>
      {state !== "counted" && (
        <div role="status" className="flex flex-wrap items-center gap-3 rounded-md bg-note-soft px-3 py-2 text-note-text">
          <span className="min-w-0 flex-1 basis-60">{state === "behind" ? m.reports_behind() : m.reports_rebuilding()}</span>
          <Button size="sm" onClick={onRetry}>
            {m.reports_look_again()}
          </Button>
        </div>
      )}
    </div>
  );
}
function Check({ check }: Pick<Report, "check">) {
  if (!check) return <p className="text-xs text-muted">{m.reports_not_checked()}</p>;
  const [at, compared] = [formatTime(check.at), formatCount(check.compared)];
  return (
    <p className="text-xs text-muted">
      {check.differed === 0
        ? m.reports_checked({ at, compared })
        : m.reports_checked_differed({ at, compared, differed: formatCount(check.differed) })}
    </p>
  );
}
const Csv = ({ href, what }: { href: string; what: string }): ReactNode => (
  <a href={href} download aria-label={m.reports_export_of({ what })} className={buttonClasses("secondary", "sm")}>
    <Download aria-hidden="true" className="size-4" />
    {m.reports_export()}
  </a>
);
