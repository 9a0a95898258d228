// Judges a customer's new messages by all rules of the project together: one call of the model, a minute after the first of them.
import { minutes, seconds } from "#kernel/clock/index.ts";
import { listen } from "#kernel/events/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { type ConversationId, idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, type JobMeta } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { chosenModel, ModelError } from "#modules/ai";
import { isActive } from "#modules/contacts";
import { type CustomerMessage, messagePosted, readCustomerMessages, readSummary } from "#modules/conversations";
import { ConversationIdField, type ConversationSummary } from "#modules/conversations/contract";
import * as v from "valibot";
import type { Rule, Skipped } from "../contract.ts";
import { readClaim, readOpenRules, readProgress, writeProgress, writeProgressClaimed, writeSkipped } from "../log-queries.ts";
import { hasRuleOn, readRules, readSetVersion } from "../rule-queries.ts";
import { needsModel, watchesChannel } from "../rules.ts";
import { judge, type Judged, MOST_CHARACTERS, MOST_MESSAGES } from "./judge.ts";
import { recordMatch } from "./record-match.ts";
import { planWaits } from "./watch-waiting.ts";

const Ids = v.object({ projectId: idOf("project"), conversationId: ConversationIdField, messageId: idOf("message") });
type Ids = v.InferOutput<typeof Ids>;
const watch = job("monitoring.watch", Ids);

/** Messages of this time are judged together: the job of the first one finds those of the others too. */
const TOGETHER = minutes(1);
/** Longer than a call of the model takes. */
const CLAIM = seconds(90);
/** A provider that is busy or down is asked again so often. */
const ATTEMPTS = 3;

export const watchListener = listen(messagePosted, {
  name: "monitoring.watch",
  wants: ({ role, automatic }) => role === "visitor" && !automatic,
  where: ({ projectId }) => hasRuleOn(projectId as ProjectId),
  delay: TOGETHER,
  job: watch,
  payloadOf: ({ projectId, conversationId, messageId }) => ({ projectId, conversationId, messageId }) as Ids,
});
export const watchJob = handle(watch, (ctx, ids, meta) => watchConversation(ctx, ids, meta));

async function watchConversation(ctx: Ctx, { projectId, conversationId, messageId }: Ids, { jobId, attempts }: JobMeta): Promise<void> {
  const now = ctx.clock.now();
  const [rules, version, row, progress, open, messages] = await ctx.db.read(
    readRules(projectId),
    readSetVersion(projectId),
    readSummary([], projectId, conversationId, null),
    readProgress(projectId, conversationId),
    readOpenRules(projectId, conversationId),
    readCustomerMessages(projectId, conversationId, messageId, MOST_MESSAGES, MOST_CHARACTERS),
  );
  // Nothing is asked about a blocked contact, or one that is being erased.
  if (row?.contact.state !== "active") return;
  const last = messages.at(-1);
  if (last) await planWaits(ctx, projectId, row, rules, last.at);
  const fresh = messages.filter(({ revision }) => revision > progress);
  const newest = fresh.at(-1);
  if (!newest) return;
  const concerned = rules.filter((rule) => rule.enabled && needsModel(rule) && watchesChannel(rule, newest.channel) && !open.has(rule.id));
  const settled = writeProgress(projectId, conversationId, newest.revision, version, now);
  if (concerned.length === 0) return void (await ctx.db.commit([settled]));
  const [claim] = await ctx.db.commitAndRead(
    [writeProgressClaimed(projectId, conversationId, jobId, newest.revision, now, now + CLAIM)],
    readClaim(projectId, conversationId, jobId, newest.revision),
  );
  if (claim.judged) return;
  // Another job is judging, and may not know the newest message: this one tries again later.
  if (!claim.mine) throw new Error("another job judges the conversation");
  const outcome = await judged(ctx, projectId, concerned, fresh, attempts);
  if (typeof outcome === "string") return await skip(ctx, { projectId, row, revision: newest.revision, version, why: outcome, settled });
  for (const { ruleId, quote, reason } of outcome) {
    const rule = concerned.find(({ id }) => id === ruleId);
    if (rule)
      await recordMatch(ctx, {
        ...{ projectId, conversationId, contactId: row.contact.id, rule, quote, reason },
        ...{ revision: newest.revision, cause: newest.id },
      });
  }
  await ctx.db.commit([settled]);
}

/** What was found, or why nothing was judged. Throws what may work later. */
async function judged(
  ctx: Ctx,
  projectId: ProjectId,
  rules: readonly Rule[],
  messages: readonly CustomerMessage[],
  attempts: number,
): Promise<NonNullable<Judged["found"]> | Skipped> {
  try {
    const choice = await chosenModel(ctx, projectId, "assist");
    const texts = messages.map(({ content }) => content);
    return (await judge(ctx, { projectId, choice }, rules, texts)).found ?? "unreadable";
  } catch (error) {
    const why = whySkipped(error);
    if (why === undefined || (why === "failed" && isTransient(error) && attempts < ATTEMPTS)) throw error;
    return why;
  }
}

/** Why a call was not made, or came to nothing; undefined for what no provider and no setting is the reason of. */
export function whySkipped(error: unknown): Skipped | undefined {
  if (error instanceof ModelError) return error.kind === "unreadable" ? "unreadable" : "failed";
  if (!(error instanceof Refusal)) return undefined;
  return error.code === "ai_unavailable"
    ? "ceiling"
    : error.code === "not_configured" || error.code === "misconfigured"
      ? "not_configured"
      : undefined;
}
export const isTransient = (error: unknown): boolean =>
  error instanceof ModelError && ["busy", "down", "late", "unreachable"].includes(error.kind);

interface Skip {
  readonly projectId: ProjectId;
  readonly row: ConversationSummary;
  readonly revision: number;
  readonly version: number;
  readonly why: Skipped;
  readonly settled: ReturnType<typeof writeProgress>;
}
/** Logs that the messages were not judged. They are not judged later: by then the team has read them. */
async function skip(ctx: Ctx, { projectId, row, revision, version, why, settled }: Skip): Promise<void> {
  const now = ctx.clock.now();
  const entry = {
    ...{ id: newId("monitoringEntry", now), projectId, key: `skipped:${row.id}:${revision}:${version}` },
    ...{ conversationId: row.id as ConversationId, contactId: row.contact.id, revision, why, now },
  };
  await ctx.db.commit([writeSkipped(entry, isActive(projectId, row.contact.id)), settled]);
}
