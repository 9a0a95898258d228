// Finds what happened in conversations, and has rules run on it. The stored events are the work; the job only says that there is some.
import { minutes } from "#kernel/clock/index.ts";
import { type AutomationRuleId, derivedId, idOf, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, type NewJob, wakeJobs, writeJobs, writeRequeue } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type AfterEvents, IMPORT_SCOPE } from "#modules/conversations";
import { readRoundStates } from "#modules/assistant";
import * as v from "valibot";
import type { AutomationRule } from "../contract.ts";
import {
  type FreshEvent,
  readBehind,
  readFresh,
  readIsOn,
  readProgress,
  readRule,
  readRules,
  readSituation,
  writeProgress,
} from "../queries.ts";
import { runRules } from "./run-rule.ts";
import { assistantOutcomeOf, triggersOf } from "./triggers.ts";

const PAGE = 50;
/** Statements after which another invocation goes on. */
const ROOM = 250;
const PROJECTS_AT_ONCE = 20;
/** Attempts of the job after which an event that cannot be looked at is left out. */
const GIVE_UP_AFTER = 6;

const running = job("automation.run", v.strictObject({ projectId: idOf("project") }));
const keyOf = (projectId: ProjectId): string => `${running.kind}:${projectId}`;

/** Wakes the jobs of projects. One that runs already finds by itself what is new, or the minute schedule does. */
async function wake(ctx: Ctx, projects: readonly ProjectId[]): Promise<void> {
  if (projects.length === 0) return;
  const now = ctx.clock.now();
  const jobs = await Promise.all(
    projects.map(async (projectId) => ({
      ...{ id: await derivedId("job", keyOf(projectId)), kind: running.kind, key: keyOf(projectId), payload: { projectId } },
      ...{ projectId, dueAt: now },
    })),
  );
  await ctx.db.commit([writeJobs(jobs, now), ...jobs.map(({ key }) => writeRequeue(key, now))]);
  wakeJobs(
    ctx,
    jobs.map(({ id }) => id),
  );
}
/** Right after events were stored. What gets lost here, the minute schedule finds. */
export const runSoon: AfterEvents = async (ctx, projectId, events) => {
  // What rules did themselves was looked at when they did it.
  if (events.every(({ actorRole }) => actorRole === "system")) return;
  const [isOn] = await ctx.db.read(readIsOn(projectId));
  if (isOn) await wake(ctx as Ctx, [projectId]);
};
/** Cron task: one look at the projects that have rules. */
export async function wakeBehind(ctx: Ctx): Promise<void> {
  const [behind] = await ctx.db.read(readBehind(PROJECTS_AT_ONCE));
  await wake(ctx, behind);
}

export const runJob = handle(running, async (ctx, { projectId }, { attempts }) => {
  for (;;) {
    if (ctx.db.cost.statements > ROOM) return "again";
    const [all, from] = await ctx.db.read(readRules(projectId), readProgress(projectId));
    const rules = all.filter(({ enabled }) => enabled);
    if (from === undefined || rules.length === 0) return;
    const [events] = await ctx.db.read(readFresh(projectId, from, PAGE));
    const last = events.at(-1);
    if (!last) return;
    const to = await lookAt(ctx, projectId, rules, events, attempts >= GIVE_UP_AFTER);
    await ctx.db.commit([writeProgress(projectId, from, to)]);
  }
});

/** Runs rules on the events, until the invocation has spent enough. Answers up to which sequence. */
async function lookAt(
  ctx: Ctx,
  projectId: ProjectId,
  rules: readonly AutomationRule[],
  events: readonly FreshEvent[],
  skipsFaults: boolean,
): Promise<number> {
  const states = await statesOf(ctx, projectId, rules, events);
  let to = 0;
  for (const event of events) {
    if (to > 0 && ctx.db.cost.statements > ROOM) return to;
    to = event.sequence;
    if (event.scope === IMPORT_SCOPE || event.scope.startsWith("automation:")) continue;
    const triggers = triggersOf(event);
    if (triggers.includes("customer_message") || triggers.includes("handed_over")) await planWaiting(ctx, projectId, rules, event);
    if (!rules.some(({ trigger }) => triggers.includes(trigger))) continue;
    const { conversationId, text } = event;
    const outcome = assistantOutcomeOf(event, states.get(event.scope));
    const automatic = event.automatic || (event.kind !== "message" && (await isAutomatic(ctx, projectId, event)));
    try {
      await runRules(ctx, rules, { projectId, conversationId, cause: `event:${event.sequence}`, triggers, automatic, text, outcome });
    } catch (error) {
      // One event must not keep all later ones waiting for ever.
      if (!skipsFaults) throw error;
      ctx.log.error("rules could not run on an event", { projectId, conversationId, sequence: event.sequence, error: String(error) });
    }
  }
  return to;
}
/** How the rounds ended that wrote the assistant's messages, by their scope; empty without a rule that asks. */
async function statesOf(
  ctx: Ctx,
  projectId: ProjectId,
  rules: readonly AutomationRule[],
  events: readonly FreshEvent[],
): Promise<ReadonlyMap<string, string>> {
  const asked = events.filter(({ kind, role }) => kind === "message" && role === "assistant");
  if (asked.length === 0 || !rules.some(({ trigger }) => trigger === "assistant_outcome")) return new Map();
  const idOfRound = (scope: string): string => scope.slice(ASSISTANT.length);
  const [rounds] = await ctx.db.read(
    readRoundStates(
      projectId,
      asked.map(({ scope }) => idOfRound(scope)),
    ),
  );
  return new Map(asked.flatMap(({ scope }) => (rounds.has(idOfRound(scope)) ? [[scope, rounds.get(idOfRound(scope)) ?? ""]] : [])));
}
/** How the scope of a round begins. */
const ASSISTANT = "assistant:";
const isAutomatic = async (ctx: Ctx, projectId: ProjectId, { conversationId }: Pick<FreshEvent, "conversationId">): Promise<boolean> =>
  (await ctx.db.read(readSituation(projectId, conversationId)))[0]?.automatic === true;

// --- waiting customers -------------------------------------------------------------------------------------------------------------------
const Waiting = v.strictObject({
  ...{ projectId: idOf("project"), conversationId: idOf("conversation"), ruleId: idOf("automationRule") },
  since: v.number(),
});
const waiting = job("automation.waiting", Waiting);
type Waiting = v.InferOutput<typeof Waiting>;

const waitingJob = async (payload: Waiting, rule: AutomationRule): Promise<NewJob> => {
  const key = `${waiting.kind}:${rule.id}:${payload.conversationId}:${payload.since}:${rule.minutes}`;
  return {
    ...{ id: await derivedId("job", key), kind: waiting.kind, key, payload, projectId: payload.projectId },
    dueAt: payload.since + minutes(rule.minutes ?? 0),
  };
};
/** Plans a look at the clock for each rule about waiting; once for each beginning of waiting, which may be a hand-over. */
async function planWaiting(ctx: Ctx, projectId: ProjectId, rules: readonly AutomationRule[], event: FreshEvent): Promise<void> {
  const { waitingSince: since, conversationId } = event;
  const concerned = rules.filter(({ trigger }) => trigger === "waiting");
  if (since === null || concerned.length === 0) return;
  const jobs = await Promise.all(concerned.map((rule) => waitingJob({ projectId, conversationId, ruleId: rule.id, since }, rule)));
  await ctx.db.commit([writeJobs(jobs, ctx.clock.now())]);
}
/** Looks again at the rule and at the customer, who may have been answered meanwhile. */
export const waitingHandler = handle(waiting, async (ctx, payload) => {
  const { projectId, conversationId, ruleId, since } = payload;
  const [rule, situation, all] = await ctx.db.read(
    readRule(projectId, ruleId as AutomationRuleId),
    readSituation(projectId, conversationId),
    readRules(projectId),
  );
  if (rule?.enabled !== true || rule.trigger !== "waiting" || rule.minutes === null || situation?.waitingSince !== since) return;
  const now = ctx.clock.now();
  // The rule was changed to wait longer.
  if (now < since + minutes(rule.minutes)) return void (await ctx.db.commit([writeJobs([await waitingJob(payload, rule)], now)]));
  const others = all.filter((each) => each.enabled && (each.trigger !== "waiting" || each.id === ruleId));
  await runRules(ctx, others, {
    ...{ projectId, conversationId, cause: `waiting:${conversationId}:${since}:${ruleId}`, triggers: ["waiting"] },
    ...{ automatic: situation.automatic, text: "" },
  });
});
