// Computes what follows from what happened to the clocks of a conversation: policy, due time, outcome. It may run any number of times.
import { Refusal } from "#kernel/errors/index.ts";
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readHours } from "#modules/business-hours";
import { announceFields, asAuthor, newEvent, readSummary, record, registeredRowFields } from "#modules/conversations";
import { announceChanged } from "#modules/live-updates";
import type { AfterEvents } from "#modules/conversations";
import type { ConversationSummary } from "#modules/conversations/contract";
import { priorityOf } from "#modules/priority/contract";
import { tagIdsOf } from "#modules/tags/contract";
import { teamIdOf } from "#modules/teams/contract";
import type { SQL } from "#kernel/db/index.ts";
import type { Schedule } from "#modules/business-hours/contract";
import { countedTime, type Facts, momentsOf, type Policy, policyFor, readConversationTargets } from "./contract.ts";
import { missedKind } from "./kinds.ts";
import { type Clock, type Computed, readPolicies, readStale, writeCancelled, writeComputed } from "./queries.ts";

type Base = Omit<Ctx, "caller">;

/** Kinds of events after which a clock may have to be computed. */
const KINDS: readonly string[] = ["message", "status", "activity"];
/** Right after the events. What gets lost here the schedule computes within a minute. */
export const settleAfterEvents: AfterEvents = async (ctx, projectId, events) => {
  const ids = new Set(events.filter(({ kind }) => KINDS.includes(kind)).map(({ conversationId }) => conversationId));
  for (const id of ids) await settle(ctx, projectId, id);
};

export const factsOf = (row: ConversationSummary): Facts => ({
  ...{ priority: priorityOf(row), teamId: teamIdOf(row) ?? null, tagIds: tagIdsOf(row), channel: row.door },
});

/** Computes the clocks of a conversation that something happened to, and publishes its row. */
export async function settle(ctx: Base, projectId: ProjectId, conversationId: ConversationId): Promise<void> {
  const [clocks] = await ctx.db.read(readStale(projectId, conversationId));
  if (clocks.length === 0) return;
  const fields = registeredRowFields(ctx as Ctx);
  const read = readSummary(fields, projectId, conversationId, null);
  const [{ policies }, hours, row] = await ctx.db.read(readPolicies(projectId), readHours(projectId), read);
  if (row?.contact.state !== "active") {
    await ctx.db.commit(clocks.map((clock) => writeCancelled(clock, ctx.clock.now())));
    return;
  }
  const computed = clocks.map((clock) => ({ clock, now: computedOf(clock, policies, hours, row) }));
  // Answered after it was due, before the schedule had found it missed.
  for (const { clock, now } of computed)
    if (now.outcome === "missed" && clock.missedAt === null) await recordMissed(ctx, clock, now.dueAt ?? clock.startedAt);
  const [after] = await ctx.db.commitAndRead(
    computed.map(({ clock, now }) => writeComputed(clock, now)),
    read,
  );
  if (after) announceFields(ctx, projectId, after);
  announceChanged(ctx, projectId, readConversationTargets);
}

/** What follows from what happened to a clock. */
export function computedOf(clock: Clock, policies: readonly Policy[], hours: Schedule, row: ConversationSummary): Computed {
  const facts = factsOf(row);
  const policy = policyFor(policies, facts);
  const wanted = policy?.[clock.target] ?? null;
  const counts = policy?.counts ?? "business";
  // The customer is not waiting for anything, so the assistant's answer was the last word.
  const byAssistant = policy?.assistantCounts === true && clock.assistantAt !== null && clock.endedAt === null && row.waitingSince === null;
  const endedAt = byAssistant ? clock.assistantAt : clock.endedAt;
  const endedHow = byAssistant ? ("answered" as const) : clock.endedHow;
  // What is missed stays missed, by the target that it had then.
  const kept = clock.missedAt !== null && clock.minutes !== null;
  const goal = kept
    ? { minutes: clock.minutes, counts: clock.counts ?? counts, policyId: clock.policyId }
    : { minutes: wanted, counts, policyId: policy?.id ?? null };
  const { dueAt, warnAt } = kept
    ? { dueAt: clock.dueAt, warnAt: clock.warnAt }
    : goal.minutes === null
      ? { dueAt: null, warnAt: null }
      : momentsOf(clock, { minutes: goal.minutes, warn: policy?.warn ?? null, counts: goal.counts }, hours);
  const late = clock.missedAt !== null || (endedAt !== null && dueAt !== null && endedAt > dueAt);
  const outcome =
    endedAt === null ? null : goal.minutes === null ? "untracked" : late ? "missed" : endedHow === "cancelled" ? "cancelled" : "met";
  const until = endedAt ?? clock.pausedAt;
  const warns = clock.warnedAt === null ? warnAt : null;
  return {
    ...goal,
    ...{ assistantCounts: policy?.assistantCounts ?? false, dueAt, warnAt, endedAt, endedHow, outcome },
    checkAt: endedAt !== null || clock.missedAt !== null ? null : (warns ?? dueAt),
    missedAt: clock.missedAt ?? (outcome === "missed" ? dueAt : null),
    workedSeconds: until === null ? null : Math.round(countedTime(clock, goal.counts, hours, until) / 1000),
    teamId: facts.teamId,
  };
}

/**
 * Records that a target was missed, once, and `writes` in the same batch. Answers whether that was done now; nothing is if the conversation
 * moved on, or its project is gone.
 */
export async function recordMissed(
  ctx: Base,
  { projectId, conversationId, target, startedAt }: Clock,
  dueAt: number,
  more: { readonly when?: SQL; readonly writes?: (done: SQL) => readonly SQL[] } = {},
): Promise<"recorded" | "moved_on" | "gone"> {
  const caller = { kind: "schedule" as const, projectId };
  try {
    const { repeated } = await record(asAuthor(ctx, caller), {
      ...{ conversationId, clientId: `missed:${target}:${startedAt}` },
      event: newEvent(missedKind, { target, dueAt }),
      // Computed anew, its due time may be another one.
      fingerprint: { only: [target, startedAt] },
      ...(more.when && { requires: { when: more.when } }),
      ...(more.writes && { writes: more.writes }),
    });
    return repeated ? "moved_on" : "recorded";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code === "conflict" ? "moved_on" : "gone";
  }
}
