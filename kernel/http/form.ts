// Forms of pages without scripts: validates the fields, and shows them again after a refusal.
import { invalidRequest, type Issue, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";
import * as v from "valibot";
import { issuesFrom } from "./issues.ts";

/** Parses the fields. Throws `invalid_request` with an issue for each field. */
export function parseFields<S extends v.GenericSchema>(schema: S, fields: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, fields);
  if (result.success) return result.output;
  throw invalidRequest(issuesFrom(result.issues));
}

/** The values and problems that a form shows after a refusal. */
export interface FormState {
  values?: Record<string, string>;
  problem?: string | undefined;
  problems?: Record<string, string>;
}
/** The values as they were sent, except the password, and the problems of the refusal. */
export function formStateOf({ message, details }: Refusal, fields: unknown): FormState {
  const issues = (details["issues"] ?? []) as Issue[];
  const { password: _, ...values } = fields as Record<string, string>;
  return {
    values,
    problem: issues.length > 0 ? m.kernel_check_fields() : message,
    problems: Object.fromEntries(issues.map((i) => [i.path, i.message])),
  };
}
