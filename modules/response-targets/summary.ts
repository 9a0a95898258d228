// What the audit log keeps of policies. The screen says it in words, in the language of whoever reads it.
import type { KeptPolicies, Policy } from "./contract.ts";

/** JSON of them; empty without any. `names`: of the project's teams and tags, by id. */
export function summaryOf(policies: readonly Policy[], names: ReadonlyMap<string, string>): string {
  if (policies.length === 0) return "";
  const named = policies.flatMap(({ teamId, tagId }) =>
    [teamId, tagId].flatMap((id): [string, string][] => (id === null ? [] : [[id, names.get(id) ?? id]])),
  );
  return JSON.stringify({ policies, names: Object.fromEntries(named) } satisfies KeptPolicies);
}
