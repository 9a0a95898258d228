// The screen of monitoring: how often each rule was right, and the log of what they noticed.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Radar } from "lucide-react";
import { useState } from "react";
import { call, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Select } from "#dashboard/ui/field.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton, useSettled } from "#dashboard/ui/skeleton.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { listMonitoringLog, listMonitoringRules, LOG_FILTERS, monitoringRulesPath, type Rule } from "../../contract.ts";
import { ProblemNotice } from "../problem-notice.tsx";
import { EntryRow } from "./entry-row.tsx";
import { PrecisionList } from "./precision-list.tsx";

type Show = (typeof LOG_FILTERS)[number];
const SHOWN: Readonly<Record<Show, () => string>> = {
  all: m.monitoring_show_all,
  open: m.monitoring_show_open,
  skipped: m.monitoring_show_skipped,
};
const NONE: Readonly<Record<Show, () => string>> = {
  all: m.monitoring_none_all,
  open: m.monitoring_none_open,
  skipped: m.monitoring_none_skipped,
};

export default function LogPage() {
  const { id: projectId, mayI } = useProject();
  const { data, error, refetch } = useRouteQuery(listMonitoringRules, { params: { projectId } });
  const rulesLink = (
    <Link to={monitoringRulesPath(projectId)} className={buttonLink}>
      {m.monitoring_rules()}
    </Link>
  );
  return (
    <Page title={m.monitoring_title()} lead={m.monitoring_lead()} width="wide" actions={mayI("admin") ? rulesLink : undefined}>
      {!data ? (
        error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <SectionsPending />
        )
      ) : (
        <>
          {data.problem && data.rules.length > 0 && <ProblemNotice problem={data.problem} />}
          {data.rules.length > 0 && (
            <Section title={m.monitoring_precision()} lead={m.monitoring_precision_lead()}>
              <PrecisionList rules={data.rules} />
            </Section>
          )}
          <Log key={projectId} projectId={projectId} rules={data.rules} />
        </>
      )}
    </Page>
  );
}

function Log({ projectId, rules }: { projectId: string; rules: readonly Rule[] }) {
  const { mayI } = useProject();
  const [show, setShow] = useState<Show>("all");
  const [ruleId, setRuleId] = useState("");
  const list = useInfiniteQuery({
    queryKey: [listMonitoringLog.name, projectId, show, ruleId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listMonitoringLog>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listMonitoringLog, {
        params: { projectId },
        query: { show, ...(ruleId === "" ? {} : { ruleId }), ...(pageParam === undefined ? {} : { cursor: pageParam }) } as never,
        signal,
      }),
  });
  const settled = useSettled(list.isPending);
  const entries = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (rules.length === 0 && show === "all" && ruleId === "" && settled && list.data && entries.length === 0)
    return (
      <EmptyState
        icon={Radar}
        title={m.monitoring_no_rules()}
        body={mayI("admin") ? m.monitoring_no_rules_body() : m.monitoring_no_rules_operator()}
        action={
          mayI("admin") && (
            <Link to={monitoringRulesPath(projectId)} className={buttonLink}>
              {m.monitoring_set_up()}
            </Link>
          )
        }
      />
    );
  return (
    <Section title={m.monitoring_log()} lead={m.monitoring_log_lead()}>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <Tabs<Show>
            label={m.monitoring_show()}
            value={show}
            onChange={setShow}
            tabs={LOG_FILTERS.map((value) => ({ value, label: SHOWN[value]() }))}
          />
        </div>
        {rules.length > 1 && (
          <Select
            aria-label={m.monitoring_of_rule()}
            className="max-w-full sm:w-56"
            value={ruleId}
            onChange={setRuleId}
            options={[{ value: "", label: m.monitoring_all_rules() }, ...rules.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        )}
      </div>
      {list.error && !list.data ? (
        <ProblemState error={list.error} onRetry={() => void list.refetch()} />
      ) : !settled || list.isPending ? (
        <LogPending />
      ) : entries.length === 0 ? (
        <EmptyState icon={Radar} title={NONE[show]()} body={show === "all" ? m.monitoring_none_body() : undefined} />
      ) : (
        <>
          <ul className="-my-2 grid grid-cols-1">
            {entries.map((entry) => (
              <EntryRow key={entry.id} projectId={projectId} entry={entry} />
            ))}
          </ul>
          {list.hasNextPage && (
            <div className="grid justify-items-center">
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {m.monitoring_more()}
              </Button>
            </div>
          )}
        </>
      )}
    </Section>
  );
}

const LogPending = () => (
  <Skeleton>
    <div className="grid gap-5 py-2">
      <Bar className="h-12 w-full" />
      <Bar className="h-12 w-full" />
      <Bar className="h-12 w-full" />
    </div>
  </Skeleton>
);
