// Policies in the audit log, as their settings say them, with the names that teams and tags had then.
import type { KeptPolicies } from "../contract.ts";
import { sentenceOf } from "./policies/sentence.ts";

export default function AuditPolicies({ text }: { readonly text: string }) {
  const { policies, names } = JSON.parse(text) as KeptPolicies;
  const named = Object.entries(names).map(([id, name]) => ({ id, name }));
  return (
    <ul className="grid gap-1">
      {policies.map((policy) => (
        <li key={policy.id}>
          <span dir="auto" className="font-medium">
            {policy.name}
          </span>{" "}
          <span dir="auto">{sentenceOf(policy, { teams: named, tags: named, known: true })}</span>
        </li>
      ))}
    </ul>
  );
}
