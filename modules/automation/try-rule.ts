// The dry run of a rule: which conversations meet it now, and what it would do to them. Changes nothing.
import { sql } from "#kernel/db/index.ts";
import { minutes } from "#kernel/clock/index.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { actionNamed, valueOf } from "#modules/bulk-actions";
import { readSummaries, registeredRowFields } from "#modules/conversations";
import type { ConversationSummary } from "#modules/conversations/contract";
import { ruleActionNamed } from "./actions/rule-actions.ts";
import { type Outcome, type RuleFields, TRIED, TRIED_SHOWN, type Trigger, type tryAutomationRule } from "./contract.ts";
import { containsWord } from "./engine/chain.ts";
import { meetsConditions } from "./engine/is-met.ts";
import { notOfProject } from "./errors.ts";
import { newestOfEach, readObstacles, readTried, type TriedMessage } from "./queries.ts";
import { checkedRule, type Ctx } from "./save-rule.ts";

/** Which message's words such a rule looks at. */
const MESSAGE: Partial<Record<Trigger, TriedMessage>> = { created: "first", customer_message: "customer", team_message: "team" };

/** Throws `invalid_request`, and `conflict` for what is of another project. */
export async function tryRule(ctx: Ctx, given: RuleFields): Promise<AnswerOf<typeof tryAutomationRule>> {
  const { projectId, accountId } = ctx.caller;
  const { rule, isOfProject } = await checkedRule(ctx, given);
  const now = ctx.clock.now();
  const waits = rule.minutes === null ? sql`1` : sql`coalesce(c.waiting_since <= ${now - minutes(rule.minutes)}, 0)`;
  const [obstacles, looked] = await ctx.db.read(
    readObstacles(projectId, isOfProject),
    readTried(
      projectId,
      newestOfEach(projectId, TRIED),
      sql`${meetsConditions(ctx, rule.conditions, now)} AND ${waits}`,
      rule.words.length > 0 ? MESSAGE[rule.trigger] : undefined,
    ),
  );
  if (obstacles?.ofProject === false) throw notOfProject();
  const met = looked.filter((one) => one.met && (rule.words.length === 0 || containsWord(one.text, rule.words)));
  const ids = met.slice(0, TRIED_SHOWN).map(({ id }) => id);
  const [rows] = await ctx.db.read(readSummaries(registeredRowFields(ctx), projectId, ids, accountId));
  const outcomeOf = (row: ConversationSummary, { action: name, value }: RuleFields["steps"][number]): Outcome => {
    const own = ruleActionNamed(name);
    if (own) return own.preview(row);
    const action = actionNamed(ctx, name);
    if (!action) return "impossible";
    return action.changeOf({ projectId, now }, valueOf(action, value, { now, by: null }), row) ? "changes" : "same";
  };
  return {
    ...{ lookedAt: looked.length, met: met.length },
    items: rows
      .toSorted((a, b) => b.lastActivityAt.localeCompare(a.lastActivityAt))
      .map((row) => ({
        ...{ conversationId: row.id, contactName: row.contact.name ?? row.contact.email, preview: row.preview },
        ...{ lastActivityAt: row.lastActivityAt, steps: rule.steps.map((step) => ({ ...step, outcome: outcomeOf(row, step) })) },
      })),
  };
}
