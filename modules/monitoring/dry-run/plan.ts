// Plans a dry run: its rules, its conversations, and its price.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { MonitoringRuleId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { ceilingsOf, chosenModel, dayOf, type ModelChoice, readSpending } from "#modules/ai";
import { type PastConversation, readPastConversations } from "#modules/conversations";
import type { Price } from "../contract.ts";
import { readRules } from "../rule-queries.ts";
import { needsModel, type WatchedRule } from "../rules.ts";
import { MOST_CHARACTERS, MOST_MESSAGES, priceOf } from "../watch/judge.ts";

export interface Wanted {
  readonly ruleIds: readonly MonitoringRuleId[];
  readonly from: string;
  readonly until: string;
  readonly most: number;
}
interface Planned {
  readonly rules: readonly WatchedRule[];
  readonly choice: ModelChoice;
  readonly conversations: readonly PastConversation[];
  readonly from: number;
  readonly until: number;
  /** Millionths of a US dollar. */
  readonly atMost: number;
  readonly price: Price;
}

/** Throws `not_configured`, `not_found` for a rule that is none of the project's, `conflict` if there is nothing to judge. */
export async function plan(ctx: RequestCtx<MemberPrincipal>, wanted: Wanted): Promise<Planned> {
  const { projectId } = ctx.caller;
  const [from, until] = [Date.parse(wanted.from), Date.parse(wanted.until)];
  if (from >= until) throw invalidRequest([{ path: "until", message: m.monitoring_dry_period() }]);
  const choice = await chosenModel(ctx, projectId, "assist");
  const reading = { messages: MOST_MESSAGES, max: MOST_CHARACTERS };
  const [all, conversations, spending] = await ctx.db.read(
    readRules(projectId),
    readPastConversations(projectId, { from, until }, wanted.most, reading),
    readSpending([projectId], dayOf(ctx.clock.now())),
  );
  const rules = all
    .filter(({ id }) => wanted.ruleIds.includes(id))
    .map(({ id, name, kind, looksFor, minutes, languages }) => ({ id, name, kind, looksFor, minutes, languages }));
  if (rules.length !== new Set(wanted.ruleIds).size) throw notFound();
  if (!rules.every(needsModel)) throw invalidRequest([{ path: "ruleIds", message: m.monitoring_dry_waiting() }]);
  if (conversations.length === 0) throw conflict(m.monitoring_dry_nothing());
  const prices = conversations.map(({ characters }) => priceOf(ctx, choice, rules, characters));
  const sum = (of: (price: (typeof prices)[number]) => number): number => prices.reduce((total, one) => total + of(one), 0);
  const atMost = sum((one) => one.atMost);
  return {
    ...{ rules, choice, conversations, from, until, atMost },
    price: {
      ...{ conversations: conversations.length, provider: choice.provider, model: choice.model },
      aboutUsd: sum((one) => one.about) / 1e6,
      atMostUsd: atMost / 1e6,
      source: prices[0]?.source ?? "list",
      spentUsd: (spending.get(projectId) ?? 0) / 1e6,
      ceilingUsd: ceilingsOf(ctx.config).spendUsdPerProject,
    },
  };
}
