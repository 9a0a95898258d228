// Actions that members prepare, in macros and rules: which there are, and what their kept values are when they are set.
import { type SQL, sql } from "#kernel/db/index.ts";
import { invalidRequest, type Refusal } from "#kernel/errors/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { issuesFrom } from "#kernel/http/issues.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";
import * as v from "valibot";
import { type Action, bulkActions, type SetAt } from "./extension.ts";

export interface PreparedStep {
  readonly action: string;
  readonly value?: unknown;
}
type WithRegistry = Pick<Ctx, "registry">;

export const actionNamed = (ctx: WithRegistry, name: string): Action | undefined =>
  ctx.registry.extensions.of(bulkActions).find((action) => action.name === name);
/** The value that a step sets now. */
export const valueOf = (action: Action, kept: unknown, at: SetAt): unknown => (action.kept ? action.kept.valueAt(kept, at) : kept);
/** Whether the action takes such a kept value. */
export const takes = (action: Action, kept: unknown): boolean => v.is(action.kept?.schema ?? action.value, kept);

/** What is wrong with the value of a step: a sentence, or the field that is missing or has the wrong type. */
export function whatIsWrong(issues: readonly v.BaseIssue<unknown>[]): string {
  const [first] = issuesFrom(issues, "value");
  const { path = "value", message = "" } = first ?? {};
  return /^(?:is|must|has) /.test(message) ? `${path} ${message}` : message;
}

/**
 * The steps as they are stored, and the condition that all they name is of the project. Throws `invalid_request` for what there is not, for the
 * same twice, and for what needs a member where there is none. `path`: of the list in the request; `places`: those of the steps in it, if there are
 * others between them.
 */
export function checkPrepared(
  ctx: WithRegistry,
  projectId: ProjectId,
  steps: readonly PreparedStep[],
  { path, places, ...at }: SetAt & { readonly path: string; readonly places?: readonly number[] },
): { steps: { action: string; value: unknown }[]; isOfProject: SQL } {
  const conditions: SQL[] = [sql`1`];
  const seen = new Set<string>();
  const checked = steps.map((step, index) => {
    const wrong = (message: string): Refusal => invalidRequest([{ path: `${path}.${places?.[index] ?? index}`, message }]);
    const action = actionNamed(ctx, step.action);
    if (!action) throw wrong(m.bulk_actions_no_such_step());
    const parsed = v.safeParse(action.kept?.schema ?? action.value, step.value);
    if (!parsed.success) throw wrong(whatIsWrong(parsed.issues));
    if (at.by === null && action.kept?.needsMember?.(parsed.output) === true) throw wrong(m.bulk_actions_step_needs_member());
    // Two steps on the same would be one after the other, and only the last would show.
    const what = action.mayRepeat === true ? JSON.stringify(step) : action.name;
    if (seen.has(what)) throw wrong(m.bulk_actions_step_twice());
    seen.add(what);
    conditions.push(action.isOfProject(projectId, valueOf(action, parsed.output, at)));
    return { action: action.name, value: parsed.output };
  });
  return { steps: checked, isOfProject: sql.join(conditions, sql` AND `) };
}
