// Runs one rule on one conversation: its actions, its note, and what became of them.
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { hours } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import { newId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { actionNamed, applyAction, takes, valueOf } from "#modules/bulk-actions";
import { asAuthor, newNote, record, type RecordCtx } from "#modules/conversations";
import { SPAM } from "#modules/spam/contract";
import * as v from "valibot";
import type { RunAt } from "../actions/rule-action.ts";
import { ruleActionNamed } from "../actions/rule-actions.ts";
import { type AssistantOutcome, type AutomationRule, MAX_CHANGES_AN_HOUR, type Outcome, type Trigger } from "../contract.ts";
import { type Outcomes, type Plan, readMeets, readRecentChanges, readRunsOf, type StoredRun, writeRun, writeRunDone } from "../queries.ts";
import { containsWord, isDone, runChain } from "./chain.ts";
import { meetsConditions } from "./is-met.ts";
import { triggersOf } from "./triggers.ts";

export interface Happened {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  /** Identifies it: rules run once for it. */
  readonly cause: string;
  readonly triggers: readonly Trigger[];
  /** A program wrote what happened. */
  readonly automatic: boolean;
  /** Of its message; empty without one. */
  readonly text: string;
  /** How a round of the assistant ended. */
  readonly outcome?: AssistantOutcome | undefined;
}

/** Looks at all rules that what happened concerns. May be repeated from any point. */
export async function runRules(ctx: Ctx, rules: readonly AutomationRule[], happened: Happened): Promise<void> {
  const { projectId, cause } = happened;
  const [earlier] = await ctx.db.read(readRunsOf(projectId, cause));
  const finished = new Map<string, readonly Trigger[]>();
  // What broke off is finished as it was begun, also if its rule was changed, switched off or deleted since.
  for (const run of earlier)
    finished.set(run.ruleId, run.state === "running" ? await act(ctx, run.ruleId, run, happened, run.id) : run.raised);
  const listed = new Set<string>(rules.map(({ id }) => id));
  const ofOthers = [...finished].flatMap(([id, raised]) => (listed.has(id) ? [] : raised));
  await runChain(rules, [...happened.triggers, ...ofOthers], (rule) => look(ctx, rule, happened, finished.get(rule.id)));
}

async function look(
  ctx: Ctx,
  rule: AutomationRule,
  happened: Happened,
  finished: readonly Trigger[] | undefined,
): Promise<readonly Trigger[] | undefined> {
  const { projectId, conversationId, cause } = happened;
  if (finished) return finished;
  const now = ctx.clock.now();
  if (rule.trigger === "assistant_outcome" && (happened.outcome === undefined || !rule.outcomes.includes(happened.outcome)))
    return undefined;
  // What another rule changed comes without words of its own.
  if (rule.words.length > 0 && !containsWord(happened.text, rule.words)) return undefined;
  const [met, recent] = await ctx.db.read(
    readMeets(projectId, conversationId, meetsConditions(ctx, rule.conditions, now)),
    readRecentChanges(projectId, conversationId, now - hours(1)),
  );
  if (!met) return undefined;
  const id = newId("automationRun", now);
  const state = recent >= MAX_CHANGES_AN_HOUR ? "held" : "running";
  await ctx.db.commit(writeRun({ id, projectId, rule, conversationId, cause, state, now }));
  return state === "held" ? [] : await act(ctx, rule.id, rule, happened, id);
}

/** Does what the rule says. What was done before a fault is not done again. */
async function act(
  ctx: Ctx,
  ruleId: AutomationRule["id"],
  plan: Plan,
  happened: Happened,
  id: StoredRun["id"],
): Promise<readonly Trigger[]> {
  const { projectId, conversationId, cause, automatic } = happened;
  const author = asAuthor(ctx, { kind: "automation", projectId, ruleId });
  const raised: Trigger[] = [];
  const steps: Outcomes["steps"] = [];
  for (const [place, step] of plan.steps.entries()) {
    const at = { projectId, conversationId, ruleId, ruleName: plan.name, runId: id, trigger: plan.trigger, clientId: `${cause}:${place}` };
    const { outcome, triggers } = await doStep(author, step, at, automatic);
    steps.push({ ...step, outcome });
    raised.push(...triggers);
  }
  const note =
    plan.note.trim() === "" ? null : !isDone(automatic, false) ? "automatic" : await addNote(author, plan, conversationId, cause);
  const outcomes: Outcomes = { steps, note };
  await ctx.db.commit([writeRunDone(projectId, id, outcomes, raised)]);
  return raised;
}

/** `automatic`: a program wrote what happened, so nothing is done that writes, notifies or reopens. */
async function doStep(
  ctx: RecordCtx,
  step: AutomationRule["steps"][number],
  at: RunAt,
  automatic: boolean,
): Promise<{ outcome: Outcome; triggers: readonly Trigger[] }> {
  const { conversationId, clientId } = at;
  const own = ruleActionNamed(step.action);
  if (own) {
    const parsed = v.safeParse(own.value, step.value);
    const outcome = !parsed.success ? "impossible" : !isDone(automatic, own.isSilent) ? "automatic" : await own.run(ctx, parsed.output, at);
    // What it does raises no trigger: a message of a rule is nobody's.
    return { outcome, triggers: [] };
  }
  const action = actionNamed(ctx, step.action);
  if (!action || !takes(action, step.value)) return { outcome: "impossible", triggers: [] };
  if (!isDone(automatic, action.isSilent?.(step.value) === true)) return { outcome: "automatic", triggers: [] };
  const value = valueOf(action, step.value, { now: ctx.clock.now(), by: null });
  try {
    action.check?.(value, ctx.clock.now());
  } catch (error) {
    if (error instanceof Refusal) return { outcome: "impossible", triggers: [] };
    throw error;
  }
  const { outcome, recorded } = await applyAction(ctx, {
    ...{ action, value, conversationId, clientId },
    when: action.isOfProject(ctx.caller.projectId, value),
  });
  const { event } = recorded ?? {};
  if (!event) return { outcome, triggers: [] };
  const kind = event.kind === "activity" ? event.name : event.kind;
  const data = event.kind === "activity" ? event.data : {};
  const triggers = triggersOf({ kind, data, revision: event.revision, role: event.actor.role });
  // Spam is closed with it, and reopened when it is none.
  return { outcome, triggers: step.action === SPAM ? [...triggers, "status_changed"] : triggers };
}
async function addNote(ctx: RecordCtx, plan: Plan, conversationId: ConversationId, cause: string): Promise<Outcome> {
  const content = plan.note.trim();
  try {
    const origin = { door: "dashboard" as const, automatic: null, rule: { by: plan.name } };
    await record(ctx, {
      ...{ conversationId, clientId: `${cause}:note` },
      event: newNote({ content, attachments: [], origin }),
      requires: { when: sql`1` },
    });
    return "changes";
  } catch (error) {
    if (error instanceof Refusal) return "impossible";
    throw error;
  }
}
