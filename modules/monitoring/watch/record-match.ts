// Records a match: the event in the conversation, the entry of the log and the notifications are one batch.
import { hours } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { type ContactId, type ConversationId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { belowLimits, customCounter } from "#kernel/limits/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";
import { handOver } from "#modules/assistant";
import { isActive } from "#modules/contacts";
import { asAuthor, newEvent, record } from "#modules/conversations";
import { notifyMembers } from "#modules/notifications";
import type { Rule } from "../contract.ts";
import { mayMatch, writeMatch, writeSkipped } from "../log-queries.ts";
import { matchKind } from "../match.ts";
import { isRuleOn, writeMatched } from "../rule-queries.ts";

export interface Match {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly rule: Rule;
  readonly quote: string;
  readonly reason: string;
  /** Up to which revision the conversation was judged. */
  readonly revision: number;
  /** What matched: the same again is the same match. */
  readonly cause: string;
}

/**
 * Records the match unless the rule has an open one in the conversation, was changed or switched off meanwhile, or had as many this hour as it
 * may have; the last is logged once an hour. A repetition changes nothing.
 */
export async function recordMatch(ctx: Ctx, match: Match): Promise<void> {
  const { projectId, conversationId, contactId, rule } = match;
  const now = ctx.clock.now();
  const [id, key] = [newId("monitoringEntry", now), `match:${rule.id}:${match.cause}`];
  const perHour = customCounter("monitoringMatchesPerHour", rule.id, now, hours(1), rule.perHour);
  const may = sql`${isActive(projectId, contactId)} AND ${isRuleOn(projectId, rule)} AND ${mayMatch(projectId, conversationId, rule.id, key)}`;
  const author = asAuthor(ctx, { kind: "rule", projectId, ruleId: rule.id });
  // First, because a run that is repeated does not come here again once the match is stored.
  const when = sql`${may} AND ${belowLimits([perHour])}`;
  const handedOver = rule.handOver && (await handOver(author, { conversationId, clientId: `handover:${key}`, when }));
  const notifying = await notifyMembers(ctx, {
    ...{ projectId, conversationId, contactId, event: "monitored", cause: id },
    members: rule.notify === "everybody" ? undefined : rule.notify === "chosen" ? rule.members : [],
  });
  const entry = { ...match, id, key, notified: notifying.count, handedOver, now };
  try {
    await record(author, {
      conversationId,
      clientId: key,
      event: newEvent(matchKind, { entryId: id, ruleId: rule.id, kind: rule.kind, change: "matched" }),
      // The entry's id is a new one each time.
      fingerprint: { only: key },
      counters: [perHour],
      requires: { when: may, otherwise: m.monitoring_moved_on() },
      writes: (done) => [writeMatch(entry, done), writeMatched(projectId, rule, done), ...notifying.statements(done)],
    });
    notifying.announce();
  } catch (error) {
    // A conflict or a missing conversation: whatever made it void says so elsewhere.
    if (!(error instanceof Refusal)) throw error;
    if (error.code !== "rate_limited") return;
    const full = { ...entry, key: `hour:${rule.id}:${perHour.window}`, why: "hour" as const };
    await ctx.db.commit([writeSkipped(full, isActive(projectId, contactId))]);
  }
}
