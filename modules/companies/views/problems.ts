// What a refusal says, by the field that it is about.
import { messageOf } from "#dashboard/ui/problem.tsx";
import { CallError } from "#kernel/wire/route.ts";

/** By the field's name; under `""` what is about none. That another company has a domain is about the domains. */
export function problemsOf(cause: unknown): Record<string, string> {
  const problem = cause instanceof CallError ? cause.problem : undefined;
  if (problem?.code === "conflict" && "companyId" in problem) return { domains: problem.error };
  const named = (problem?.issues ?? []).map(({ path, message }) => [path.replace(/^body\.?/, "").split(".")[0] ?? "", message] as const);
  return named.length > 0 ? Object.fromEntries(named) : { "": messageOf(cause) };
}
