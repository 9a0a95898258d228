// Settings page of monitoring: the rules, what judging costs, and dry runs.
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { Forbidden, ProblemState } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { providerName } from "#modules/ai/views";
import { KINDS, listMonitoringRules, monitoringPath, type MonitoringState, type Rule, type RuleKind } from "../../contract.ts";
import { DryRunSection } from "../dry-run/dry-run-section.tsx";
import { formatPrice, KIND_LABELS } from "../labels.ts";
import { ProblemNotice } from "../problem-notice.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { RuleRow } from "./rule-row.tsx";

/** Operators see why not, and nothing is asked for them. */
export default function RulesPage() {
  const { id: projectId, mayI } = useProject();
  return (
    <Page
      title={m.monitoring_rules_title()}
      lead={m.monitoring_settings_lead()}
      actions={
        <Link to={monitoringPath(projectId)} className={buttonLink}>
          {m.monitoring_log()}
        </Link>
      }
    >
      {mayI("admin") ? <Rules key={projectId} projectId={projectId} /> : <Forbidden message={m.monitoring_forbidden()} />}
    </Page>
  );
}

function Rules({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useRouteQuery(listMonitoringRules, { params: { projectId } });
  const [edited, setEdited] = useState<Rule | RuleKind>();
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  const { rules, problem, cost } = data;
  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      <Section
        title={m.monitoring_rules()}
        lead={m.monitoring_rules_lead()}
        actions={
          <Menu
            align="end"
            items={KINDS.map((kind) => ({
              label: KIND_LABELS[kind].label(),
              hint: KIND_LABELS[kind].hint(),
              onSelect: () => setEdited(kind),
            }))}
            trigger={
              <Button variant="primary" icon={Plus}>
                {m.monitoring_new_rule()}
              </Button>
            }
          />
        }
      >
        {rules.length === 0 ? (
          <p className="text-muted">{m.monitoring_rules_empty()}</p>
        ) : (
          <ul className="-mt-1 grid grid-cols-1">
            {rules.map((rule) => (
              <RuleRow key={rule.id} projectId={projectId} rule={rule} onEdit={() => setEdited(rule)} />
            ))}
          </ul>
        )}
        <Cost cost={cost} />
      </Section>
      <DryRunSection projectId={projectId} rules={rules} />
      {edited && <RuleDialog projectId={projectId} edited={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

/** What judging costs, in the money of the price list. */
const Cost = ({ cost }: Pick<MonitoringState, "cost">) => (
  <p className="text-xs text-muted">
    {cost === null
      ? m.monitoring_cost_none()
      : cost.source === "own"
        ? m.monitoring_cost_free({ model: `${providerName(cost.provider)} · ${cost.model}` })
        : m.monitoring_cost({ price: formatPrice(cost.per1000Usd), model: `${providerName(cost.provider)} · ${cost.model}` })}
    {cost?.source === "dearest" && ` ${m.monitoring_cost_dearest()}`}
  </p>
);
