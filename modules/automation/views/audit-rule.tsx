// A rule in the audit log, as the list of rules says it.
import { useActionFields } from "#modules/bulk-actions/views";
import { useFields } from "#modules/saved-views/views";
import type { RuleFields } from "../contract.ts";
import { RuleSentence } from "./rule-sentence.tsx";

export default function AuditRule({ projectId, text }: { readonly projectId: string; readonly text: string }) {
  const { fields, source } = useFields(projectId);
  const actions = useActionFields(projectId);
  return (
    <>
      {source}
      {actions.source}
      <RuleSentence rule={JSON.parse(text) as RuleFields} fields={fields} actions={actions.fields} />
    </>
  );
}
