// The actions of a macro in the audit log, as its preview says them.
import { ActionInWords, useActionFields } from "#modules/bulk-actions/views";
import type { MacroFields } from "../contract.ts";

export default function AuditSteps({ projectId, text }: { readonly projectId: string; readonly text: string }) {
  const { fields, source } = useActionFields(projectId);
  const { steps } = JSON.parse(text) as Pick<MacroFields, "steps">;
  return (
    <>
      {source}
      <ul className="grid grid-cols-1">
        {steps.map((step, index) => (
          <li key={index}>
            <ActionInWords step={step} fields={fields} />
          </li>
        ))}
      </ul>
    </>
  );
}
