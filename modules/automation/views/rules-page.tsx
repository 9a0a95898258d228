// Settings page of automation rules: their order, their switches, and what each does.
import { queryClient, reading, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { useFields } from "#modules/saved-views/views";
import { Link } from "@tanstack/react-router";
import { Plus, Workflow } from "lucide-react";
import { useState } from "react";
import { automationPath, type AutomationRule, listAutomationRules, MAX_RULES, orderAutomationRules } from "../contract.ts";
import { RuleDialog } from "./rule-dialog.tsx";
import { RuleRow } from "./rule-row.tsx";
import { useRuleActions } from "./rule-actions.ts";

export default function RulesPage() {
  const { id: projectId, mayI } = useProject();
  const { data, error, refetch } = useRouteQuery(listAutomationRules, { params: { projectId } });
  const { fields: actions, source: actionSource } = useRuleActions(projectId);
  const [edited, setEdited] = useState<AutomationRule | "new">();
  const order = useRouteMutation(orderAutomationRules, { invalidates: [listAutomationRules] });
  const mayChange = mayI("admin");
  const items = data?.items ?? [];
  const { fields, source } = useFields(
    projectId,
    items.flatMap(({ conditions }) => conditions),
  );

  function move(from: number, to: number): void {
    const [moved] = items.slice(from, from + 1);
    if (!moved) return;
    const ordered = items.toSpliced(from, 1).toSpliced(to, 0, moved);
    queryClient.setQueryData(reading(listAutomationRules, { params: { projectId } }).queryKey, { items: ordered });
    order.mutate({ params: { projectId } as never, body: { ids: ordered.map(({ id }) => id) } });
  }
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => setEdited("new")} disabled={items.length >= MAX_RULES}>
      {m.automation_new()}
    </Button>
  );
  return (
    <Page
      title={m.automation_title()}
      lead={m.automation_lead()}
      width="form"
      actions={
        <>
          <Link to={`${automationPath(projectId)}/log`} className={buttonLink}>
            {m.automation_log()}
          </Link>
          {mayChange && items.length > 0 && add}
        </>
      }
    >
      {source}
      {actionSource}
      {!data ? (
        error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <SectionsPending />
        )
      ) : items.length === 0 ? (
        <EmptyState
          icon={Workflow}
          title={m.automation_none()}
          body={mayChange ? m.automation_none_body() : m.automation_only_admins()}
          action={mayChange ? add : undefined}
        />
      ) : (
        <Section title={m.automation_rules()} lead={mayChange ? m.automation_rules_lead() : m.automation_only_admins()}>
          <ol className="-mt-2 grid grid-cols-1">
            {items.map((rule, index) => (
              <RuleRow
                key={rule.id}
                {...{ projectId, rule, fields, actions, mayChange }}
                onEdit={() => setEdited(rule)}
                onUp={index === 0 ? undefined : () => move(index, index - 1)}
                onDown={index === items.length - 1 ? undefined : () => move(index, index + 1)}
              />
            ))}
          </ol>
        </Section>
      )}
      {edited && <RuleDialog {...{ projectId, edited, fields, actions }} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}
