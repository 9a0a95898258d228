// The log of automation rules: what each run did, newest first.
import { call, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Select } from "#dashboard/ui/field.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { type ActionField, ActionInWords } from "#modules/bulk-actions/views";
import { threadPath } from "#modules/conversations/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ScrollText } from "lucide-react";
import { useState } from "react";
import { automationPath, type AutomationRun, listAutomationRules, listAutomationRuns, NOTIFY } from "../contract.ts";
import { OUTCOME_LABELS, TRIGGER_LABELS } from "./labels.ts";
import { useRuleActions } from "./rule-actions.ts";

export default function LogPage() {
  const { id: projectId } = useProject();
  const rules = useRouteQuery(listAutomationRules, { params: { projectId } });
  const { fields, source } = useRuleActions(projectId);
  const [rule, setRule] = useState(() => new URLSearchParams(location.search).get("rule") ?? "");
  const list = useInfiniteQuery({
    queryKey: [listAutomationRuns.name, projectId, rule],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listAutomationRuns>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listAutomationRuns, {
        params: { projectId },
        query: { ...(rule === "" ? {} : { rule }), ...(pageParam === undefined ? {} : { cursor: pageParam }) } as never,
        signal,
      }),
  });
  const runs = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page
      title={m.automation_log_title()}
      lead={m.automation_log_lead()}
      width="wide"
      actions={
        <Link to={automationPath(projectId)} className={buttonLink}>
          {m.automation_rules()}
        </Link>
      }
    >
      {source}
      {rules.data && rules.data.items.length > 0 && (
        <Select
          aria-label={m.automation_log_of()}
          className="mb-4 w-auto! max-w-full self-start"
          value={rule}
          onChange={setRule}
          options={[
            { value: "", label: m.automation_log_all() },
            ...rules.data.items.map(({ id, name }) => ({ value: id as string, label: name })),
          ]}
        />
      )}
      {!list.data ? (
        list.error ? (
          <ProblemState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <SectionsPending />
        )
      ) : runs.length === 0 ? (
        <EmptyState icon={ScrollText} title={m.automation_log_none()} body={m.automation_log_none_body()} />
      ) : (
        <>
          <ul className="grid grid-cols-1 rounded-lg border border-line">
            {runs.map((run) => (
              <Run key={run.id} projectId={projectId} run={run} fields={fields} />
            ))}
          </ul>
          {list.hasNextPage && (
            <Button className="mt-4 justify-self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {m.automation_log_more()}
            </Button>
          )}
        </>
      )}
    </Page>
  );
}

interface RunProps {
  readonly projectId: string;
  readonly run: AutomationRun;
  readonly fields: readonly ActionField[];
}
function Run({ projectId, run, fields }: RunProps) {
  return (
    <li className="grid grid-cols-1 gap-1 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
        <span dir="auto" className="min-w-0 truncate font-medium">
          {run.ruleName}
        </span>
        <span className="text-xs text-muted">{TRIGGER_LABELS[run.trigger]()}</span>
        <Link
          to={threadPath(projectId, run.conversationId)}
          className="inline-flex min-h-6 items-center text-sm text-accent-text underline underline-offset-2"
        >
          {m.automation_log_conversation()}
        </Link>
        <span className="ms-auto text-xs text-muted">
          <RelativeTime at={run.at} />
        </span>
      </div>
      {run.state === "held" ? (
        <p className="text-sm text-warn-text">{m.automation_held()}</p>
      ) : run.state === "running" ? (
        <p className="text-sm text-muted">{m.automation_running()}</p>
      ) : (
        <ul className="grid grid-cols-1 gap-0.5 text-sm">
          {run.steps.map((step, index) => (
            <li key={index} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
              <span className="min-w-0 wrap-anywhere">
                <ActionInWords step={step} fields={fields} />
              </span>
              <Did outcome={step.outcome} action={step.action} />
            </li>
          ))}
          {run.note !== null && (
            <li className="flex flex-wrap items-baseline gap-x-2">
              <span className="text-muted">{m.automation_note()}</span>
              <Did outcome={run.note} />
            </li>
          )}
        </ul>
      )}
    </li>
  );
}
/** How an action, or the note, ended. A notice that nobody got was not needed by nobody: there is nobody to notify. */
function Did({ outcome, action }: { readonly outcome: AutomationRun["steps"][number]["outcome"]; readonly action?: string }) {
  const says = action === NOTIFY && outcome === "same" ? m.automation_outcome_nobody : OUTCOME_LABELS[outcome];
  return <Chip tone={outcome === "changes" ? "ok" : WARNS.includes(outcome) ? "warn" : "neutral"}>{says()}</Chip>;
}
/** What a member may want to do something about. */
const WARNS: readonly AutomationRun["steps"][number]["outcome"][] = ["impossible", "stale", "not_sent"];
