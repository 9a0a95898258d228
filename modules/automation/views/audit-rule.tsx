// A rule in the audit log, as the list of rules says it.
import { useFields } from "#modules/saved-views/views";
import type { RuleFields } from "../contract.ts";
import { useRuleActions } from "./rule-actions.ts";
import { RuleSentence } from "./rule-sentence.tsx";

export default function AuditRule({ projectId, text }: { readonly projectId: string; readonly text: string }) {
  const rule = JSON.parse(text) as RuleFields;
  const { fields, source } = useFields(projectId, rule.conditions);
  const actions = useRuleActions(projectId);
  return (
    <>
      {source}
      {actions.source}
      <RuleSentence rule={rule} fields={fields} actions={actions.fields} />
    </>
  );
}
