// Rules about waiting, without a model: a job for each, due when the customer will have waited too long.
import { minutes } from "#kernel/clock/index.ts";
import { type ConversationId, idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, type NewJob, wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { contactOf, readSummary } from "#modules/conversations";
import { ConversationIdField, type ConversationSummary } from "#modules/conversations/contract";
import * as v from "valibot";
import type { Rule } from "../contract.ts";
import { readRule } from "../rule-queries.ts";
import { watchesChannel } from "../rules.ts";
import { recordMatch } from "./record-match.ts";

const Wait = v.object({
  projectId: idOf("project"),
  conversationId: ConversationIdField,
  ruleId: idOf("monitoringRule"),
  /** Since when the customer has been waiting, or when they wrote last. */
  from: v.number(),
});
type Wait = v.InferOutput<typeof Wait>;
const wait = job("monitoring.wait", Wait);
export const waitJob = handle(wait, (ctx, payload) => endWait(ctx, payload));

/** Since when the customer has been waiting in an open conversation; undefined if nobody waits. */
const waitingSince = ({ status, waitingSince: at }: ConversationSummary): number | undefined =>
  status === "open" && at !== null ? Date.parse(at) : undefined;
const dueAfter = ({ minutes: long }: Pick<Rule, "minutes">): number => minutes(long ?? 0);
/** The same wait by the same rule is one job; a rule with another duration is another one. */
const jobOf = (wanted: Wait, rule: Rule, now: number): NewJob => ({
  id: newId("job", now),
  kind: wait.kind,
  key: `monitoring.wait:${rule.id}:${wanted.conversationId}:${wanted.from}:${rule.minutes}`,
  payload: wanted,
  projectId: wanted.projectId,
  dueAt: wanted.from + dueAfter(rule),
});

/**
 * Stores a job for each rule about waiting that concerns the conversation; even if nobody waits now, because the assistant's answer may be followed
 * by a hand-over.
 */
export async function planWaits(
  ctx: Ctx,
  projectId: ProjectId,
  row: ConversationSummary,
  rules: readonly Rule[],
  newest: number,
): Promise<void> {
  const [now, from] = [ctx.clock.now(), waitingSince(row) ?? newest];
  const jobs = rules
    .filter((rule) => rule.enabled && rule.kind === "waiting" && watchesChannel(rule, row.door))
    .map((rule) => jobOf({ projectId, conversationId: row.id, ruleId: rule.id, from }, rule, now));
  await store(ctx, projectId, row.id, jobs);
}
async function store(ctx: Ctx, projectId: ProjectId, conversationId: ConversationId, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const now = ctx.clock.now();
  await ctx.db.commit([writeJobs(jobs, now, undefined, contactOf(projectId, conversationId))]);
  wakeJobs(
    ctx,
    jobs.filter(({ dueAt }) => dueAt <= now).map(({ id }) => id),
  );
}

async function endWait(ctx: Ctx, { projectId, conversationId, ruleId }: Wait): Promise<void> {
  const [rule, row] = await ctx.db.read(readRule(projectId, ruleId), readSummary([], projectId, conversationId, null));
  if (rule?.kind !== "waiting" || !rule.enabled || row?.contact.state !== "active") return;
  const since = waitingSince(row);
  if (since === undefined) return;
  const now = ctx.clock.now();
  // The customer waits since later, or the rule waits for longer by now.
  if (now < since + dueAfter(rule))
    return await store(ctx, projectId, conversationId, [jobOf({ projectId, conversationId, ruleId, from: since }, rule, now)]);
  await recordMatch(ctx, {
    ...{ projectId, conversationId, contactId: row.contact.id, rule, quote: "" },
    ...{ reason: String(rule.minutes ?? 0), revision: row.revision, cause: `${conversationId}:${since}` },
  });
}
