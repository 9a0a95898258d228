// Checks the actions of a rule before it is saved or tried: those of everybody, and those of rules alone, in one order.
import { type SQL, sql } from "#kernel/db/index.ts";
import { invalidRequest, type Refusal } from "#kernel/errors/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { checkPrepared, whatIsWrong } from "#modules/bulk-actions";
import { m } from "#messages";
import * as v from "valibot";
import type { RuleFields } from "../contract.ts";
import { ruleActionNamed } from "./rule-actions.ts";

type Steps = RuleFields["steps"];

/**
 * The steps as they are stored, and the condition that all they name is of the project. Throws `invalid_request` for what there is not, names
 * nothing, or stands twice.
 */
export async function checkSteps(
  ctx: Pick<Ctx, "registry" | "db" | "clock">,
  projectId: ProjectId,
  steps: Steps,
): Promise<{ steps: Steps; isOfProject: SQL }> {
  const placed = steps.map((step, place) => ({ step, place, own: ruleActionNamed(step.action) }));
  const shared = placed.filter(({ own }) => !own);
  const checked = checkPrepared(
    ctx,
    projectId,
    shared.map(({ step }) => step),
    { path: "rule.steps", places: shared.map(({ place }) => place), now: ctx.clock.now(), by: null },
  );
  const result: { action: string; value: unknown }[] = [...steps];
  shared.forEach(({ place }, index) => {
    const step = checked.steps[index];
    if (step) result[place] = step;
  });
  const conditions: SQL[] = [checked.isOfProject];
  const seen = new Set<string>();
  for (const { step, place, own } of placed) {
    if (!own) continue;
    const wrong = (message: string): Refusal => invalidRequest([{ path: `rule.steps.${place}`, message }]);
    const parsed = v.safeParse(own.value, step.value);
    if (!parsed.success) throw wrong(whatIsWrong(parsed.issues));
    const problem = await own.problem?.(ctx, projectId, parsed.output);
    if (problem !== undefined) throw wrong(problem);
    const what = own.mayRepeat ? JSON.stringify(step) : own.name;
    if (seen.has(what)) throw wrong(m.automation_step_twice());
    seen.add(what);
    conditions.push(own.isOfProject(projectId, parsed.output));
    result[place] = { action: own.name, value: parsed.output };
  }
  return { steps: result, isOfProject: sql.join(conditions, sql` AND `) };
}
