// Creates, changes, orders and deletes automation rules.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type AutomationRuleId, newId } from "#kernel/ids/index.ts";
import { announceChanged } from "#modules/live-updates";
import { audit, auditThing, isMember } from "#modules/projects";
import { mustBeKnown } from "#modules/saved-views";
import { checkSteps } from "./actions/check-steps.ts";
import { type AutomationRule, listAutomationRules, type RuleFields } from "./contract.ts";
import { changedMeanwhile, notOfProject, orderOutdated, sameClientId, tooMany } from "./errors.ts";
import {
  hasExactly,
  readObstacles,
  readRule,
  readRuleBy,
  readRules,
  writeChanged,
  writeOrder,
  writeProgressKept,
  writeRule,
  writeRuleGone,
} from "./queries.ts";

export type Ctx = RequestCtx<MemberPrincipal>;

/** The rule as it is stored, and the condition that all it names is of the project. Throws `invalid_request` for what there is not. */
export async function checkedRule(ctx: Ctx, given: RuleFields): Promise<{ rule: RuleFields; isOfProject: SQL }> {
  mustBeKnown(ctx, given.conditions, "rule.conditions");
  const { steps, isOfProject: isAll } = await checkSteps(ctx, ctx.caller.projectId, given.steps);
  // What names somebody who left can be switched off, and acts on nothing.
  return { rule: { ...given, steps }, isOfProject: given.enabled ? isAll : sql`1` };
}
const isAdmin = ({ caller }: Ctx): SQL => isMember(caller.projectId, caller.accountId, ["owner", "admin"]);
/** What the audit log keeps of a rule. */
const kept = ({ name, enabled, trigger, minutes, outcomes, words, conditions, steps, note }: RuleFields) => ({
  ...{ name, enabled },
  rule: JSON.stringify({ trigger, minutes, outcomes, words, conditions, steps, note }),
});

export const listRules = async (ctx: Ctx): Promise<{ items: AutomationRule[] }> => ({
  items: (await ctx.db.read(readRules(ctx.caller.projectId)))[0],
});

/** Throws `invalid_request`, `conflict`. A repetition answers what the first one stored. */
export async function createRule(
  ctx: Ctx,
  { clientId, rule: given }: { clientId: string; rule: RuleFields },
): Promise<{ rule: AutomationRule }> {
  const { projectId, accountId } = ctx.caller;
  const { rule, isOfProject } = await checkedRule(ctx, given);
  const now = ctx.clock.now();
  const id = newId("automationRule", now);
  const [stored, obstacles] = await ctx.db.commitAndRead(
    [
      writeRule({ ...rule, id, projectId, by: accountId, clientId, now }, sql`${isAdmin(ctx)} AND ${isOfProject}`),
      auditThing(ctx, "automation.created", undefined, kept(rule)),
      ...writeProgressKept(projectId),
    ],
    readRuleBy(projectId, accountId, clientId),
    readObstacles(projectId, isOfProject),
  );
  if (!stored) {
    if (obstacles?.ofProject === false) throw notOfProject();
    throw obstacles?.room === false ? tooMany() : notFound();
  }
  if (stored.id === id) {
    announceChanged(ctx, projectId, listAutomationRules);
    return { rule: stored };
  }
  if (compared(stored) !== compared(rule)) throw sameClientId();
  ctx.reply.status = 200;
  return { rule: stored };
}

/** Throws `invalid_request`, `not_found`, `conflict`. Saving the same again is answered like the first time. */
export async function changeRule(
  ctx: Ctx,
  id: AutomationRuleId,
  { revision, rule: given }: { revision: number; rule: RuleFields },
): Promise<{ rule: AutomationRule }> {
  const { projectId } = ctx.caller;
  const { rule, isOfProject } = await checkedRule(ctx, given);
  const [before] = await ctx.db.read(readRule(projectId, id));
  if (!before) throw notFound();
  const [after, obstacles] = await ctx.db.commitAndRead(
    [
      writeChanged({ ...rule, id, projectId, revision, now: ctx.clock.now() }, sql`${isAdmin(ctx)} AND ${isOfProject}`),
      auditThing(ctx, "automation.changed", kept(before), kept(rule)),
      ...writeProgressKept(projectId),
    ],
    readRule(projectId, id),
    readObstacles(projectId, isOfProject),
  );
  if (!after) throw notFound();
  if (after.revision === revision + 1 && compared(after) === compared(rule)) {
    announceChanged(ctx, projectId, listAutomationRules);
    return { rule: after };
  }
  if (obstacles?.ofProject === false) throw notOfProject();
  throw changedMeanwhile();
}

/** Throws `not_found`, also for a rule that was deleted already. */
export async function deleteRule(ctx: Ctx, id: AutomationRuleId): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const [rule] = await ctx.db.read(readRule(projectId, id));
  if (!rule) throw notFound();
  const gone = sql`${isAdmin(ctx)}`;
  await ctx.db.commit([
    writeRuleGone(projectId, id, gone),
    auditThing(ctx, "automation.deleted", kept(rule), undefined),
    ...writeProgressKept(projectId),
  ]);
  announceChanged(ctx, projectId, listAutomationRules);
  return { ok: true };
}

/** Throws `conflict` if the project has other rules by now. */
export async function orderRules(ctx: Ctx, { ids }: { ids: readonly AutomationRuleId[] }): Promise<{ items: AutomationRule[] }> {
  const { projectId } = ctx.caller;
  const [items] = await ctx.db.commitAndRead(
    [writeOrder(projectId, ids, sql`${isAdmin(ctx)} AND ${hasExactly(projectId, ids)}`), audit(ctx, "automation.ordered")],
    readRules(projectId),
  );
  if (items.length !== ids.length || items.some(({ id }, place) => id !== ids[place])) throw orderOutdated();
  announceChanged(ctx, projectId, listAutomationRules);
  return { items };
}

const compared = ({ name, enabled, trigger, minutes, outcomes, words, conditions, steps, note }: RuleFields): string =>
  JSON.stringify([name, enabled, trigger, minutes, outcomes, words, conditions, steps, note]);
