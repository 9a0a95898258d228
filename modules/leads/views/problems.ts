// What a refusal says, by the field that it is about.
import { messageOf } from "#dashboard/ui/problem.tsx";
import { CallError } from "#kernel/wire/route.ts";

/** By the field's name; under `""` what is about none. A conflict is about `taken`. */
export function problemsOf(cause: unknown, taken?: string): Record<string, string> {
  const problem = cause instanceof CallError ? cause.problem : undefined;
  if (problem?.code === "conflict" && taken !== undefined) return { [taken]: problem.error };
  const issues = problem?.issues ?? [];
  const named = issues.map(({ path, message }) => [path.replace(/^body\.?/, ""), message] as const);
  return named.length > 0 ? Object.fromEntries(named) : { "": messageOf(cause) };
}
